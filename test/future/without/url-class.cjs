// A Node without url.Url.
const { syncBuiltinESMExports } = require('node:module');

delete require('node:url').Url;
syncBuiltinESMExports();
