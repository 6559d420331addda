'use strict';
const apm = require('elastic-apm-node');

exports.flush = () => new Promise((resolve) => apm.flush(resolve)).then(() => apm.destroy());
