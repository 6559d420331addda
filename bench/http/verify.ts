/** Never time a wrong response: each request has an expected response, and any other ends the run. */
import { Agent, type IncomingHttpHeaders, request as send } from 'node:http';
import { isDeepStrictEqual } from 'node:util';
import type { Exchange, Expected } from './exchange.js';
import { type Pool, samplesOf } from './pool.js';

export interface ReceivedResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Names and values in turn, as on the wire. */
  readonly raw: readonly string[];
  readonly body: string;
}

/** Sends some requests of every kind to a port of this machine. Resolves with the responses, or rejects at the first wrong one. */
export async function verify(
  subject: string,
  scenario: Pool & { readonly name: string },
  port: number,
): Promise<ReceivedResponse[]> {
  const responses: ReceivedResponse[] = [];
  // On keep-alive connections, as under load, so that the heads are the same.
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  try {
    for (const request of samplesOf(scenario)) {
      const response = await exchange({ port, agent }, request);
      const complaint = complaintAbout(response, request);
      if (complaint !== undefined) {
        throw new Error(`${subject}, ${scenario.name}: ${request.method} ${request.path} ${complaint}`);
      }
      responses.push(response);
    }
  } finally {
    agent.destroy();
  }
  return responses;
}

/** Describes what is wrong with a response; undefined if nothing is. */
export function complaintAbout(
  { status, headers, body }: Omit<ReceivedResponse, 'raw'>,
  expected: Expected,
): string | undefined {
  if (status !== expected.status)
    return `has status ${status} instead of ${expected.status}: ${body.slice(0, 300)}`;
  const type = headers['content-type'] ?? '';
  if (expected.text !== undefined) {
    if (!type.startsWith('text/')) return `is of type "${type}" instead of text`;
    if (body !== expected.text) return `says ${quote(body)} instead of ${quote(expected.text)}`;
  }
  if (expected.json !== undefined) {
    if (!type.startsWith('application/json')) return `is of type "${type}" instead of JSON`;
    if (!sameJson(body, expected.json))
      return `says ${quote(body)} instead of ${quote(JSON.stringify(expected.json))}`;
  }
  return undefined;
}

function sameJson(text: string, value: unknown): boolean {
  try {
    return isDeepStrictEqual(JSON.parse(text), value);
  } catch {
    return false;
  }
}

function quote(text: string): string {
  return text.length > 200 ? `"${text.slice(0, 200)}..." (${text.length})` : `"${text}"`;
}

function exchange(
  server: { port: number; agent: Agent },
  { method, path, headers, body }: Exchange,
): Promise<ReceivedResponse> {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
    const options = {
      host: '127.0.0.1',
      ...server,
      method,
      path,
      headers: { ...headers, ...length },
    };
    const req = send(options, (res) => {
      let text = '';
      res.setEncoding('utf8');
      res.on('data', (chunk) => (text += chunk));
      res.on('end', () =>
        resolve({ status: res.statusCode!, headers: res.headers, raw: res.rawHeaders, body: text }),
      );
      res.on('error', reject);
    });
    req.on('error', reject);
    req.end(body);
  });
}
