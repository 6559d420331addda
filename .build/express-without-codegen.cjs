'use strict';
// Express 3 with its connect, and Express 4, which the tests compare with, wrap deprecated functions by code made from
// strings (depd's `function`) and cannot even be loaded where that is forbidden. For their files alone the wrapping is
// done without that; ours get the real depd, so that a use of it there would still be found.
const Module = require('node:module');

const load = Module._load;
Module._load = function loadForExpress(request, parent, ...rest) {
  const loaded = load.call(this, request, parent, ...rest);
  if (request !== 'depd' || !/[\\/]node_modules[\\/](express[34]|connect)[\\/]/.test(parent?.filename ?? ''))
    return loaded;
  return (namespace) => Object.assign(loaded(namespace), { function: wrap });
};

/** Nameless and as long as what it wraps, as depd's wrappers are. */
function wrap(deprecated) {
  return Object.defineProperty(
    function (...args) {
      return deprecated.apply(this, args);
    },
    'length',
    { value: deprecated.length },
  );
}
