// A Node whose servers keep the classes of messages under other symbols.
require('../rename-symbols.cjs')('IncomingMessage', 'ServerResponse');
