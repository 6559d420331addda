import { once } from 'node:events';
import { Agent, createServer, request } from 'node:http';
import { watchLayers } from './layers.js';

/** How often a request is sent that changes nothing: the first ones are slow, whoever answers. */
const TIMES = 100;
const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/** An application on a server of its own, which is asked from the same process, one request at a time. */
export class Trial {
  #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  #server;

  static async open(app) {
    const trial = new Trial();
    trial.#server = createServer(app).listen(0, 'localhost');
    await once(trial.#server, 'listening');
    // It lasts as long as the program.
    trial.#server.unref();
    return trial;
  }

  /** The answer, the time until it was there, and which layers ran and for how long: medians, in microseconds. */
  async ask(asked) {
    const isSafe = SAFE.has(asked.method);
    const times = [];
    for (let i = 0; isSafe && i < TIMES; i++) times.push((await this.#send(asked)).took);
    const { answer, took, layers } = await this.#trace(asked, isSafe ? TIMES : 1);
    return { ...answer, microseconds: isSafe ? median(times) : took, times: isSafe ? TIMES : 1, layers };
  }

  async #trace(asked, times) {
    const watched = watchLayers((req) => req.socket.localPort === this.#server.address().port);
    let last;
    try {
      for (let i = 0; i < times; i++) last = await this.#send(asked);
    } finally {
      watched.stop();
    }
    return { answer: last.answer, took: last.took, layers: medianLayers(watched.requests) };
  }

  async #send({ method, path, body }) {
    const headers = body
      ? { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
      : {};
    const { port } = this.#server.address();
    const since = performance.now();
    const sent = request({ host: 'localhost', port, method, path, headers, agent: this.#agent }).end(body);
    const [res] = await once(sent, 'response');
    let text = '';
    for await (const chunk of res.setEncoding('utf8')) text += chunk;
    const took = (performance.now() - since) * 1000;
    return { took, answer: { status: res.statusCode, headers: res.rawHeaders, body: text } };
  }
}

/** Every request has run the same layers. */
function medianLayers(requests) {
  const [first = []] = requests;
  return first.map((layer, i) => ({
    ...layer,
    microseconds: median(requests.map((one) => one[i]?.microseconds ?? 0)),
  }));
}

function median(values) {
  return values.toSorted((a, b) => a - b)[values.length >> 1];
}
