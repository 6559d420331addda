import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';

const DECODERS = { gzip: gunzipSync, deflate: inflateSync, br: brotliDecompressSync };

/** Receives the data of agents: a server on the loopback interface that keeps all messages. */
export class Collector {
  #server;
  #respond;
  /** Path and body of each message, and the port on which it arrived. */
  messages = [];

  /** `respond` returns the response to a message, an object that is sent as JSON. `tls` has the key and the certificate. */
  constructor(respond = () => ({}), tls = undefined) {
    this.#respond = respond;
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
    res.end(JSON.stringify(this.#respond(message)));
  }
}
