import { OutgoingMessage } from 'node:http';

/** Taken now: tests of applications replace the clock, of which Node takes no notice. */
const { now } = Date;
const NodeDate = Date;

let line = '';
/** The second since 1970 that `line` is known to be right for. */
let second = -1;

/**
 * The Date header that Node would write. Node makes it once in a second, and forgets it by a timer, which may be late. So each
 * second Node is asked for it until it is that of the second: then it stays the same to the end of that.
 */
export function dateLine(): string {
  const present = Math.floor(now() / 1000);
  if (present !== second) {
    line = readDateLine();
    second = line.slice('Date: '.length, -2) === new NodeDate(present * 1000).toUTCString() ? present : -1;
  }
  return line;
}

function readDateLine(): string {
  const message = new OutgoingMessage() as any;
  message.sendDate = true;
  message._storeHeader('', null);
  const head: string = message._header;
  return head.slice(0, head.indexOf('\r\n') + 2);
}
