// A Node whose sockets keep their HTTP parser to themselves: its own code sees it, and no other.
const { Socket } = require('node:net');

const kParser = Symbol('kParser');
const OTHERS_CODE = /^(?!.*\(?node:)/;

function isReadByNode() {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 3;
  const [, , , caller = ''] = String(new Error('who reads it').stack).split('\n');
  Error.stackTraceLimit = limit;
  return !OTHERS_CODE.test(caller);
}

Object.defineProperty(Socket.prototype, 'parser', {
  configurable: true,
  get() {
    return isReadByNode() ? this[kParser] : undefined;
  },
  set(value) {
    this[kParser] = value;
  },
});
