'use strict';
// Express 4, which the tests compare with, wraps deprecated functions by code made from strings (depd's `function`)
// and cannot even be loaded where that is forbidden. For its files alone the wrapping is left out; ours get the
// real depd, so that a use of it there would still be found.
const Module = require('node:module');

const load = Module._load;
Module._load = function loadForExpress4(request, parent, ...rest) {
  const loaded = load.call(this, request, parent, ...rest);
  if (request !== 'depd' || !/[\\/]node_modules[\\/]express4[\\/]/.test(parent?.filename ?? ''))
    return loaded;
  return (namespace) => Object.assign(loaded(namespace), { function: (deprecated) => deprecated });
};
