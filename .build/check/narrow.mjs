// Preloaded by `npm run check` into the test process. Provides a `node:test` that skips tests and suites named after another
// release line, Express alone, or HTTP/2. Plain JavaScript, because hooks may run without the loader of the tests.
import module from 'node:module';

const wrapper = new URL('named-tests.mjs', import.meta.url).href;

function resolve(specifier, context, next) {
  if (specifier === 'node:test' && context.parentURL !== wrapper) {
    return { url: wrapper, format: 'module', shortCircuit: true };
  }
  return next(specifier, context);
}

// The older function is deprecated in Node 26, and hooks registered with it run in a thread of their own.
if (module.registerHooks) {
  module.registerHooks({ resolve });
} else {
  const hooks = `const wrapper = '${wrapper}';\nexport ${resolve}`;
  module.register(`data:text/javascript,${encodeURIComponent(hooks)}`);
}
