// A Node that does not tell which connections a server has.
require('../rename-symbols.cjs')('http.server.connections');
delete process._getActiveHandles;
