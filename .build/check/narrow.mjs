// Preloaded by `npm run check` into the process of the tests: gives them a `node:test` that leaves out what the name of a
// test or of a suite places on another release line, on Express alone, or on HTTP/2. Plain JavaScript, because hooks
// run in a thread of their own, without the loader of the tests.
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
