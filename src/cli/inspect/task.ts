import { viewProgram } from '../../../compiler/view.js';
import { watchSources } from '../../registration/sources.js';
import { collectDeprecations, type Deprecation } from './deprecations.js';
import { explainRequest } from './explanation.js';
import { factsOf } from './facts.js';
import type { InspectInput, Inspection } from './inspection.js';
import { Places } from './places.js';
import { recordOf } from './record.js';
import { collectRefusals } from './refusals.js';

/** The collectors that run while the application is loaded, if its code is inspected. */
let places: Places | null = null;
let deprecations: () => readonly Deprecation[] = () => [];

/** In the application's process, before the application is loaded. */
export function prepare({ code = false }: Partial<InspectInput> = {}): void {
  watchSources(true);
  collectRefusals();
  if (!code) return;
  // Source maps, so that compiled applications are shown as they were written.
  process.setSourceMapsEnabled(true);
  places = new Places();
  deprecations = collectDeprecations();
}

/** In the application's process, after the application was loaded. */
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
  const { milliseconds, fastPaths = [] } = app.compile();
  return {
    line,
    program: viewProgram(record, (layer) => factsOf(layer, places)),
    milliseconds,
    fastPaths,
    explanation: request === null ? null : explainRequest(app, record, request),
    code: places && {
      files: places.files(),
      deprecations: deprecations(),
      catchesRejections: places.hasLoaded('express-async-errors'),
    },
    others: [],
  };
}
