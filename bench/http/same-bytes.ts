/** Checks that the bare servers with Express's headers send the same bytes as Express. */
import type { ReceivedResponse } from './verify.js';
import type { Ready } from './warm-up.js';

const SAME_BYTES = ['raw-express', 'raw-composed'];

export function compareBytes(servers: readonly Ready[]): void {
  const express = servers.find(({ subject }) => subject.id === 'express');
  if (express === undefined) return;
  for (const { subject, responses } of servers.filter((one) => SAME_BYTES.includes(one.subject.id))) {
    for (const [i, response] of responses.entries()) {
      const theirs = express.responses[i]!;
      const [one, other] = [response, theirs].map(fingerprint);
      if (one !== other || response.body !== theirs.body)
        throw new Error(`${subject.name} does not send what Express sends:\n${one}\n${other}`);
    }
  }
}

function fingerprint({ status, raw, body }: ReceivedResponse): string {
  const names = raw.filter((_, i) => i % 2 === 0);
  const head = names.map((name, i) => (name === 'Date' ? name : `${name}: ${raw[2 * i + 1]}`));
  return [status, ...head, '', body.slice(0, 200)].join('\n');
}
