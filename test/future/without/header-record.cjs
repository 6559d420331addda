// A Node that stores the headers of a message under another symbol.
require('../rename-symbols.cjs')('kOutHeaders');
