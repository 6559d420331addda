// Preloaded by `npm run check` into the test process. Provides a `node:test` that skips tests and suites named after another
// release line, Express alone, or HTTP/2. Plain JavaScript, because hooks run in a separate thread, without the loader of the
// tests.
import { register } from 'node:module';

const wrapper = new URL('named-tests.mjs', import.meta.url).href;

const hooks = `
  export function resolve(specifier, context, next) {
    if (specifier === 'node:test' && context.parentURL !== '${wrapper}') {
      return { url: '${wrapper}', format: 'module', shortCircuit: true };
    }
    return next(specifier, context);
  }
`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`);
