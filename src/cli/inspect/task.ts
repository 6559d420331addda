import type { Step } from '../../../compiler/interpret.js';
import { pathText } from '../../../compiler/listing.js';
import { view } from '../../../compiler/view.js';
import { watchSources } from '../../registration/sources.js';
import { factsOf, handlersOf, nameOfLayer, sourceOfLayer } from './facts.js';
import type { ExplanationView, InspectInput, Inspection, StepView } from './inspection.js';
import { recordOf } from './record.js';
import { collectRefusals } from './refusals.js';

/** In the application's process, before it is loaded. */
export function prepare(): void {
  watchSources(true);
  collectRefusals();
}

/** In the application's process, after it was loaded. */
export function run(app: any, { request }: InspectInput): Inspection {
  const { record, line } = recordOf(app);
  return {
    line,
    program: view(record, factsOf),
    milliseconds: app.compile().milliseconds,
    explanation: request === null ? null : explain(app, request.method, request.path),
  };
}

function explain(app: any, method: string, path: string): ExplanationView {
  const { leaf, steps } = app.explain(method, path);
  return { method, path, leaf, steps: steps.map(stepView) };
}

function stepView({ layer, record, index, why, matched, inner }: Step): StepView {
  return {
    index,
    methods: record.methods,
    path: pathText(record.path),
    name: nameOfLayer(layer),
    source: sourceOfLayer(layer),
    why,
    matched,
    forErrors: record.methods === null && record.mount === null && handlersOf(layer)[0]?.arity === 4,
    inner: inner === null ? null : inner.map(stepView),
  };
}
