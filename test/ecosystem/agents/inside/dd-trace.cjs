'use strict';

/** It sends what it has before the process ends. */
exports.flush = () => {};
