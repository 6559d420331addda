import { once } from 'node:events';
import { Agent, createServer, request } from 'node:http';
import { Connection } from './connection.js';
import { watchLayers } from './layers.js';

/** How often a request is sent that changes nothing, to say for how long layers run. */
const TRACED = 500;

/** An application on a server of its own, which is asked from the same process, one request at a time. */
export class Trial {
  #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  #server;
  #connection;

  static async open(app) {
    const trial = new Trial();
    trial.#server = createServer(app).listen(0, 'localhost');
    await once(trial.#server, 'listening');
    // It lasts as long as the program.
    trial.#server.unref();
    return trial;
  }

  /** The answer, and which layers ran and for how many microseconds: medians, if the request changes nothing. */
  async ask(asked) {
    const watched = watchLayers((req) => req.socket.localPort === this.#server.address().port);
    let answer;
    try {
      for (let i = 0; i < (isSafe(asked) ? TRACED : 1); i++) answer = await this.#send(asked);
    } finally {
      watched.stop();
    }
    return { ...answer, layers: medianLayers(watched.requests) };
  }

  /** Microseconds of CPU time for a request, by so many of them, the little that the client takes included. */
  async time(asked, count) {
    const since = process.cpuUsage();
    for (let i = 0; i < count; i++) await this.#sendOnly(asked);
    const { user, system } = process.cpuUsage(since);
    return (user + system) / count;
  }

  /** Servers close connections on which nobody has asked for some seconds: then another one is opened, once. */
  async #sendOnly(asked, isAgain = false) {
    this.#connection ??= await Connection.open(this.#server.address().port);
    try {
      await this.#connection.send(asked);
    } catch (error) {
      this.#connection = undefined;
      if (isAgain) throw error;
      await this.#sendOnly(asked, true);
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

/** Every request has run the same layers. */
function medianLayers(requests) {
  const [first = []] = requests;
  return first.map((layer, i) => ({
    ...layer,
    microseconds: median(requests.map((one) => one[i]?.microseconds ?? 0)),
  }));
}
