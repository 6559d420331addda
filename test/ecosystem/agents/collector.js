import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';

const DECODERS = { gzip: gunzipSync, deflate: inflateSync, br: brotliDecompressSync };

/** What agents send their data to: a server on the loopback interface that keeps what it gets. */
export class Collector {
  #server;
  #answer;
  /** Path and body of each message, and the port on which it came. */
  messages = [];

  /** `answer` makes what a message is answered with, an object to be sent as JSON; `tls` the key and the certificate. */
  constructor(answer = () => ({}), tls = undefined) {
    this.#answer = answer;
    this.#server = tls ? https.createServer(tls) : http.createServer();
    this.#server.on('request', (req, res) => this.#take(req, res));
  }

  async listen() {
    await once(this.#server.listen(0, '127.0.0.1'), 'listening');
    return this.#server.address().port;
  }

  close() {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  async #take(req, res) {
    const chunks = [];
    for await (const chunk of req) chunks.push(chunk);
    const bytes = Buffer.concat(chunks);
    const decode = DECODERS[req.headers['content-encoding']] ?? ((same) => same);
    const message = {
      port: req.socket.localPort,
      path: req.url,
      body: bytes.length === 0 ? bytes : decode(bytes),
    };
    this.messages.push(message);
    res.setHeader('Content-Type', 'application/json');
    res.end(JSON.stringify(this.#answer(message)));
  }
}
