// What the command starts beside itself. The implementation is CommonJS, where the build would make a `require` of this
// `import`.
import runner from './runner.js';

runner.runApplication((url) => import(url));
