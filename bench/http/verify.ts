/** Never time a wrong answer: a request says what it expects, and anything else ends the run. */
import { Agent, type IncomingHttpHeaders, request as send } from 'node:http';
import { isDeepStrictEqual } from 'node:util';
import type { Exchange, Expected } from './exchange.js';
import { type Pool, samplesOf } from './pool.js';

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Names and values in turn, as on the wire. */
  readonly raw: readonly string[];
  readonly body: string;
}

/** Asks some requests of every kind, `port` on this machine; throws at the first wrong answer, and resolves with the answers. */
export async function verify(
  subject: string,
  scenario: Pool & { readonly name: string },
  port: number,
): Promise<Answer[]> {
  const answers: Answer[] = [];
  // Heads are those of kept connections, as under load.
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  try {
    for (const request of samplesOf(scenario)) {
      const answer = await ask({ port, agent }, request);
      const complaint = complaintAbout(answer, request);
      if (complaint !== undefined) {
        throw new Error(`${subject}, ${scenario.name}: ${request.method} ${request.path} ${complaint}`);
      }
      answers.push(answer);
    }
  } finally {
    agent.destroy();
  }
  return answers;
}

/** What is wrong with an answer, in words; undefined if nothing is. */
export function complaintAbout(
  { status, headers, body }: Omit<Answer, 'raw'>,
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

function ask(
  server: { port: number; agent: Agent },
  { method, path, headers, body }: Exchange,
): Promise<Answer> {
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
