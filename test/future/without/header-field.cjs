// A Node whose messages have an accessor for the head that they have written.
const { OutgoingMessage } = require('node:http');

const kHead = Symbol('kHead');
Object.defineProperty(OutgoingMessage.prototype, '_header', {
  configurable: true,
  enumerable: true,
  get() {
    return this[kHead] ?? null;
  },
  set(value) {
    this[kHead] = value;
  },
});
