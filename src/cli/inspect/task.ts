import type { Step } from '../../../compiler/interpret.js';
import { pathText } from '../../../compiler/listing.js';
import { viewProgram } from '../../../compiler/view.js';
import { watchSources } from '../../registration/sources.js';
import { collectDeprecations, type Deprecation } from './deprecations.js';
import { factsOf, handlersOf, nameOfLayer, sourceOfLayer } from './facts.js';
import type { ExplanationView, InspectInput, Inspection, StepView } from './inspection.js';
import { Places } from './places.js';
import { recordOf } from './record.js';
import { collectRefusals } from './refusals.js';

/** What listens while the application is loaded, if its code is looked at. */
let places: Places | null = null;
let deprecations: () => readonly Deprecation[] = () => [];

/** In the application's process, before it is loaded. */
export function prepare({ code = false }: Partial<InspectInput> = {}): void {
  watchSources(true);
  collectRefusals();
  if (!code) return;
  // Compiled applications are shown in the words of their authors.
  process.setSourceMapsEnabled(true);
  places = new Places();
  deprecations = collectDeprecations();
}

/** In the application's process, after it was loaded. */
export function run(
  app: any,
  input: InspectInput,
  _tell: unknown = null,
  others: readonly any[] = [],
): Inspection {
  return { ...inspect(app, input), others: others.map((other) => inspect(other, input)) };
}

function inspect(app: any, { request }: InspectInput): Inspection {
  const { record, line } = recordOf(app);
  return {
    line,
    program: viewProgram(record, (layer) => factsOf(layer, places)),
    milliseconds: app.compile().milliseconds,
    explanation: request === null ? null : explain(app, request.method, request.path),
    code: places && {
      files: places.files(),
      deprecations: deprecations(),
      catchesRejections: places.hasLoaded('express-async-errors'),
    },
    others: [],
  };
}

function explain(app: any, method: string, path: string): ExplanationView {
  const { leaf, reason, steps } = app.explain(method, path);
  return { method, path, leaf, reason, steps: stepViews(steps) };
}

function stepViews(steps: readonly Step[]): StepView[] {
  const views: StepView[] = [];
  const open = [{ steps, prefix: '', next: 0 }];
  while (open.length > 0) {
    const router = open.at(-1)!;
    const step = router.steps[router.next++];
    if (step === undefined) {
      open.pop();
      continue;
    }
    const number = `${router.prefix}${router.next}`;
    views.push(stepView(step, number, open.length - 1));
    if (step.inner !== null) open.push({ steps: step.inner, prefix: `${number}.`, next: 0 });
  }
  return views;
}

function stepView(
  { layer, record, index, why, matched, inner }: Step,
  number: string,
  depth: number,
): StepView {
  return {
    number,
    depth,
    mount: inner !== null,
    index,
    methods: record.methods,
    path: pathText(record.path),
    name: nameOfLayer(layer),
    source: sourceOfLayer(layer),
    why,
    matched,
    forErrors: record.methods === null && record.mount === null && handlersOf(layer)[0]?.arity === 4,
  };
}
