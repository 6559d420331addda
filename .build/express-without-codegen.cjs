'use strict';
// The tests compare with Express 3, with its connect, and Express 4. Both wrap deprecated functions by code generated from
// strings (depd's `function`), and cannot be loaded where that is forbidden. For their files alone, this wraps without code
// generation. maglev's files get the real depd, so that the tests would still find a use of code generation there.
const Module = require('node:module');

const load = Module._load;
Module._load = function loadForExpress(request, parent, ...rest) {
  const loaded = load.call(this, request, parent, ...rest);
  if (request !== 'depd' || !/[\\/]node_modules[\\/](express[34]|connect)[\\/]/.test(parent?.filename ?? ''))
    return loaded;
  return (namespace) => Object.assign(loaded(namespace), { function: wrap });
};

/** Anonymous and with the length of the wrapped function, like depd's wrappers. */
function wrap(deprecated) {
  return Object.defineProperty(
    function (...args) {
      return deprecated.apply(this, args);
    },
    'length',
    { value: deprecated.length },
  );
}
