import { WAYS } from './compare.js';

const ways = Object.keys(WAYS);
const HEAD = ['application', 'Express', 'compared', ...ways.slice(1)];

export const isGreen = ({ reason, ways: results }) =>
  reason !== undefined || ways.every((way) => results[way] === 'same');

/** The results of the applications, one per line. */
export function tableOf(rows) {
  const lines = [HEAD, ...rows.map(cellsOf)];
  const widths = HEAD.map((_, i) => Math.max(...lines.map((cells) => cells[i]?.length ?? 0)));
  const table = lines.map((cells) =>
    cells
      .map((cell, i) => cell.padEnd(widths[i]))
      .join('  ')
      .trimEnd(),
  );
  const skipped = rows
    .filter(({ reason }) => reason)
    .map(({ title, reason }) => `${title}: skipped, ${reason}`);
  return ['', ...table, ...skipped].join('\n');
}

function cellsOf({ title, reason, express, compared, ways: results }) {
  if (reason) return [title, 'skipped'];
  return [title, express, String(compared), ...ways.slice(1).map((way) => results[way] ?? 'not run')];
}

/** What is published of the results of an application, and of one that was skipped. */
export const resultOf = ({ title, reason, express, compared }) =>
  reason ? { title, reason } : { title, express, compared };
