// The entry of the process that loads an application. The implementation is CommonJS, where the build would turn this `import`
// into a `require`.
import runner from './runner.js';

runner.runApplication((url) => import(url));
