/** The bare servers that claim to send Express's bytes have to. */
import type { Answer } from './verify.js';
import type { Ready } from './warm-up.js';

const CLAIMING = ['raw-express', 'raw-composed'];

export function compareBytes(servers: readonly Ready[]): void {
  const express = servers.find(({ subject }) => subject.id === 'express');
  if (express === undefined) return;
  for (const { subject, answers } of servers.filter((one) => CLAIMING.includes(one.subject.id))) {
    for (const [i, answer] of answers.entries()) {
      const theirs = express.answers[i]!;
      const [one, other] = [answer, theirs].map(fingerprint);
      if (one !== other || answer.body !== theirs.body)
        throw new Error(`${subject.name} does not send what Express sends:\n${one}\n${other}`);
    }
  }
}

function fingerprint({ status, raw, body }: Answer): string {
  const names = raw.filter((_, i) => i % 2 === 0);
  const head = names.map((name, i) => (name === 'Date' ? name : `${name}: ${raw[2 * i + 1]}`));
  return [status, ...head, '', body.slice(0, 200)].join('\n');
}
