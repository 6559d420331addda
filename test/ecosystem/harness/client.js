import { isUtf8 } from 'node:buffer';
import http from 'node:http';

/** Values that differ between two runs, or deliberately between Express and maglev. */
const ALWAYS = [/(?<=^Date: ).*/gim, /(?<=^X-Powered-By: )(Express|Maglev)$/gim];
/** Milliseconds; enough for a busy machine. */
const HANGS = 20_000;
/** The same for all servers, although their ports differ, and one that development servers trust. */
const HOST = { host: 'localhost' };

/** Sends requests to one server and records the responses, to compare them with those of another. */
export class Client {
  #agent = new http.Agent({ keepAlive: true });
  #seen = [];
  #volatile;

  /** `volatile`: expressions (`/.../gm`) for values that may differ, in responses in the format of HTTP. */
  constructor(port, volatile = []) {
    this.port = port;
    this.#volatile = [...ALWAYS, ...volatile];
  }

  get url() {
    return `http://127.0.0.1:${this.port}`;
  }

  /** All records in order, without volatile values. */
  get seen() {
    return this.#seen.map((text) => this.#volatile.reduce((left, part) => left.replace(part, '…'), text));
  }

  /** Adds something other than a response to the records. */
  record(value) {
    this.#seen.push(typeof value === 'string' ? value : JSON.stringify(value, null, 2));
  }

  get(path, headers) {
    return this.send('GET', path, headers);
  }

  /** `body`: text, bytes, URLSearchParams, FormData, or anything else, which is sent as JSON. */
  post(path, body, headers) {
    return this.send('POST', path, headers, body);
  }

  async send(method, path, headers = {}, body = undefined) {
    const sent = await contentOf(body);
    const response = await this.#exchange(method, path, { ...HOST, ...sent.headers, ...headers }, sent.bytes);
    this.record(`${method} ${path}\n${response.head}\n\n${response.text}`);
    return response;
  }

  close() {
    this.#agent.destroy();
  }

  #exchange(method, path, headers, bytes) {
    return new Promise((resolve, reject) => {
      const { port } = this;
      const options = { host: '127.0.0.1', port, method, path, headers, agent: this.#agent, timeout: HANGS };
      const request = http.request(options, (response) => {
        const chunks = [];
        response.on('data', (chunk) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => resolve(new ClientResponse(response, Buffer.concat(chunks))));
      });
      request.on('timeout', () => request.destroy(new Error(`${method} ${path} stays unanswered`)));
      request.on('error', reject);
      request.end(bytes);
    });
  }
}

class ClientResponse {
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
