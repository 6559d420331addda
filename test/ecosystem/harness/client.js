import { isUtf8 } from 'node:buffer';
import http from 'node:http';

/** What differs between two runs, or by intent between Express and maglev. */
const ALWAYS = [/(?<=^Date: ).*/gim, /(?<=^X-Powered-By: )(Express|Maglev)$/gim];
/** Milliseconds; long enough for a machine on which much else is running. */
const HANGS = 20_000;
/** The same for all, although their ports differ, and one that development servers trust. */
const HOST = { host: 'localhost' };

/** Asks one server and keeps what was seen, to be compared with what another showed. */
export class Client {
  #agent = new http.Agent({ keepAlive: true });
  #seen = [];
  #volatile;

  /** `volatile`: expressions (`/.../gm`) for what may differ, in answers written as HTTP is. */
  constructor(port, volatile = []) {
    this.port = port;
    this.#volatile = [...ALWAYS, ...volatile];
  }

  get url() {
    return `http://127.0.0.1:${this.port}`;
  }

  /** All that was seen, one after the other, without what is volatile. */
  get seen() {
    return this.#seen.map((text) => this.#volatile.reduce((left, part) => left.replace(part, '…'), text));
  }

  /** Adds something other than an answer to what is compared. */
  record(value) {
    this.#seen.push(typeof value === 'string' ? value : JSON.stringify(value, null, 2));
  }

  get(path, headers) {
    return this.ask('GET', path, headers);
  }

  /** `body`: text, bytes, URLSearchParams, FormData, or anything else to be sent as JSON. */
  post(path, body, headers) {
    return this.ask('POST', path, headers, body);
  }

  async ask(method, path, headers = {}, body = undefined) {
    const sent = await contentOf(body);
    const answer = await this.#send(method, path, { ...HOST, ...sent.headers, ...headers }, sent.bytes);
    this.record(`${method} ${path}\n${answer.head}\n\n${answer.text}`);
    return answer;
  }

  close() {
    this.#agent.destroy();
  }

  #send(method, path, headers, bytes) {
    return new Promise((resolve, reject) => {
      const { port } = this;
      const options = { host: '127.0.0.1', port, method, path, headers, agent: this.#agent, timeout: HANGS };
      const request = http.request(options, (response) => {
        const chunks = [];
        response.on('data', (chunk) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => resolve(new Answer(response, Buffer.concat(chunks))));
      });
      request.on('timeout', () => request.destroy(new Error(`${method} ${path} stays unanswered`)));
      request.on('error', reject);
      request.end(bytes);
    });
  }
}

class Answer {
  constructor({ statusCode, statusMessage, headers, rawHeaders }, bytes) {
    this.status = statusCode;
    this.headers = headers;
    this.bytes = bytes;
    this.text = isUtf8(bytes) ? bytes.toString() : bytes.toString('base64');
    const lines = rawHeaders.flatMap((name, i) => (i % 2 === 0 ? `${name}: ${rawHeaders[i + 1]}` : []));
    this.head = [`${statusCode} ${statusMessage}`, ...lines].join('\n');
  }

  get json() {
    return JSON.parse(this.text);
  }

  /** Its cookies, as a browser would send them back. */
  get cookies() {
    return (this.headers['set-cookie'] ?? []).map((cookie) => cookie.split(';', 1)[0]).join('; ');
  }
}

async function contentOf(body) {
  if (body === undefined) return {};
  if (typeof body === 'string' || Buffer.isBuffer(body)) return { bytes: body };
  if (body instanceof URLSearchParams || body instanceof FormData) {
    const response = new Response(body);
    const bytes = Buffer.from(await response.arrayBuffer());
    return { bytes, headers: { 'content-type': response.headers.get('content-type') } };
  }
  return { bytes: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
}
