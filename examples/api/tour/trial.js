import { once } from 'node:events';
import { Agent, createServer, request } from 'node:http';
import { Connection } from './connection.js';
import { watchLayers } from './layers.js';

/** How many times a request with a safe method is sent to measure its layers. */
const TRACED = 500;

/** An application on its own server, to which the same process sends requests, one at a time. */
export class Trial {
  #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  #server;
  #connection;

  static async open(app) {
    const trial = new Trial();
    trial.#server = createServer(app).listen(0, 'localhost');
    await once(trial.#server, 'listening');
    // The server is never closed, and must not keep the process alive.
    trial.#server.unref();
    return trial;
  }

  /** The response, and the layers that ran with their microseconds: medians, if the method is safe. */
  async trace(sent) {
    const watched = watchLayers((req) => req.socket.localPort === this.#server.address().port);
    let response;
    try {
      for (let i = 0; i < (isSafe(sent) ? TRACED : 1); i++) response = await this.#send(sent);
    } finally {
      watched.stop();
    }
    return { ...response, layers: medianLayers(watched.requests) };
  }

  /** Microseconds of CPU time per request, as the average of `count` requests. This includes the client, which costs little. */
  async time(sent, count) {
    const since = process.cpuUsage();
    for (let i = 0; i < count; i++) await this.#sendOnly(sent);
    const { user, system } = process.cpuUsage(since);
    return (user + system) / count;
  }

  /** Servers close connections that have been idle for some seconds. The request is then sent again, on a new connection. */
  async #sendOnly(sent, isRetry = false) {
    this.#connection ??= await Connection.open(this.#server.address().port);
    try {
      await this.#connection.send(sent);
    } catch (error) {
      this.#connection = undefined;
      if (isRetry) throw error;
      await this.#sendOnly(sent, true);
    }
  }

  async #send({ method, path, body }) {
    const headers = body
      ? { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
      : {};
    const { port } = this.#server.address();
    const sent = request({ host: 'localhost', port, method, path, headers, agent: this.#agent }).end(body);
    const [res] = await once(sent, 'response');
    let text = '';
    for await (const chunk of res.setEncoding('utf8')) text += chunk;
    return { status: res.statusCode, headers: res.rawHeaders, body: text };
  }
}

export function isSafe({ method }) {
  return ['GET', 'HEAD', 'OPTIONS'].includes(method);
}

function median(values) {
  return values.toSorted((a, b) => a - b)[values.length >> 1];
}

/** All requests have run the same layers. */
function medianLayers(requests) {
  const [first = []] = requests;
  return first.map((layer, i) => ({
    ...layer,
    microseconds: median(requests.map((one) => one[i]?.microseconds ?? 0)),
  }));
}
