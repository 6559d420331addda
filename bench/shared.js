/** What the benchmarks share with the command `maglev compare`, as the build makes it of src/cli. */
export * from '../dist/src/cli/compare/request.js';
export * from '../dist/src/cli/compare/wire.js';
export * from '../dist/src/cli/measure/child.js';
export * from '../dist/src/cli/measure/cost.js';
export * from '../dist/src/cli/measure/fire.js';
export * from '../dist/src/cli/measure/groups.js';
export * from '../dist/src/cli/measure/progress.js';
export * from '../dist/src/cli/measure/rounds.js';
export * from '../dist/src/cli/measure/statistics.js';
export * from '../dist/src/cli/page/style.js';
export * from '../dist/src/cli/page/text.js';
