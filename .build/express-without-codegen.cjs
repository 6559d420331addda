'use strict';
// Express 3 with its connect, and Express 4, which the tests compare with, wrap deprecated functions by code made from
// strings (depd's `function`) and cannot even be loaded where that is forbidden. For their files alone the wrapping is
// left out; ours get the real depd, so that a use of it there would still be found.
const Module = require('node:module');

const load = Module._load;
Module._load = function loadForExpress(request, parent, ...rest) {
  const loaded = load.call(this, request, parent, ...rest);
  if (request !== 'depd' || !/[\\/]node_modules[\\/](express[34]|connect)[\\/]/.test(parent?.filename ?? ''))
    return loaded;
  return (namespace) => Object.assign(loaded(namespace), { function: (deprecated) => deprecated });
};
