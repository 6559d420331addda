import { once } from 'node:events';
import { connect } from 'node:net';

/** A minimal client, so that nearly all of the measured time is the server's: it only looks for the end of each response. */
export class Connection {
  #socket;

  static async open(port) {
    const connection = new Connection();
    connection.#socket = connect(port, 'localhost').setNoDelay().setEncoding('latin1');
    connection.#socket.on('error', () => {});
    await once(connection.#socket, 'connect');
    return connection;
  }

  /** Sends a request without a body and resolves when its response is complete. */
  send({ method, path }) {
    const socket = this.#socket;
    return new Promise((resolve, reject) => {
      if (socket.destroyed || !socket.writable) return reject(new Error('The connection has ended.'));
      let received = '';
      const onData = (chunk) => {
        received += chunk;
        if (isComplete(received, method)) settle(resolve);
      };
      const onClose = () => settle(() => reject(new Error('The connection has ended.')));
      const settle = (callback) => {
        socket.off('data', onData).off('close', onClose);
        callback();
      };
      socket.on('data', onData).once('close', onClose);
      socket.write(`${method} ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    });
  }
}

function isComplete(text, method) {
  const end = text.indexOf('\r\n\r\n');
  if (end === -1) return false;
  const head = text.slice(0, end);
  if (method === 'HEAD' || /^HTTP\/1.1 [23]04/.test(head)) return true;
  const length = /^content-length: (\d+)/im.exec(head)?.[1];
  return length === undefined ? text.endsWith('0\r\n\r\n') : text.length >= end + 4 + Number(length);
}
