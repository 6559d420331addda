import { once } from 'node:events';
import { connect } from 'node:net';

/** A connection that costs next to nothing, so that what is measured is the server: it reads no more than where answers end. */
export class Connection {
  #socket;

  static async open(port) {
    const connection = new Connection();
    connection.#socket = connect(port, 'localhost').setNoDelay().setEncoding('latin1');
    connection.#socket.on('error', () => {});
    await once(connection.#socket, 'connect');
    return connection;
  }

  /** Resolves when the answer to a request without a body is there. */
  send({ method, path }) {
    const socket = this.#socket;
    return new Promise((resolve, reject) => {
      if (socket.destroyed || !socket.writable) return reject(new Error('The connection has ended.'));
      let received = '';
      const take = (chunk) => {
        received += chunk;
        if (isWhole(received, method)) settle(resolve);
      };
      const fail = () => settle(() => reject(new Error('The connection has ended.')));
      const settle = (how) => {
        socket.off('data', take).off('close', fail);
        how();
      };
      socket.on('data', take).once('close', fail);
      socket.write(`${method} ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    });
  }
}

function isWhole(text, method) {
  const end = text.indexOf('\r\n\r\n');
  if (end === -1) return false;
  const head = text.slice(0, end);
  if (method === 'HEAD' || /^HTTP\/1.1 [23]04/.test(head)) return true;
  const length = /^content-length: (\d+)/im.exec(head)?.[1];
  return length === undefined ? text.endsWith('0\r\n\r\n') : text.length >= end + 4 + Number(length);
}
