/** Shared with the command `maglev compare`. */

export * from '../src/cli/compare/encode-request.js';
export * from '../src/cli/compare/request.js';
export * from '../src/cli/measure/child.js';
export * from '../src/cli/measure/cost.js';
export * from '../src/cli/measure/groups.js';
export * from '../src/cli/measure/progress.js';
export * from '../src/cli/measure/rounds.js';
export * from '../src/cli/measure/send-load.js';
export * from '../src/cli/measure/settled.js';
export * from '../src/cli/measure/statistics.js';
export * from '../src/cli/page/style.js';
export * from '../src/cli/page/text.js';
