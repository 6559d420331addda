// A Node whose process.binding is deprecated at run time.
const { deprecate } = require('node:util');

process.binding = deprecate(process.binding, 'process.binding() is deprecated.', 'DEP0111');
