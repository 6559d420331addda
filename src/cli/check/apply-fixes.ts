import { createInterface } from 'node:readline/promises';
import { count, placeText } from '../routes/text.js';
import type { Terminal } from '../terminal.js';
import { diffText } from './diff.js';
import type { Finding } from './finding.js';
import { type Plan, planFixes, writeChanges } from './fix.js';
import type { Format } from './print.js';

/** More rounds than nested fixes need. */
const MAX_ROUNDS = 10;

export interface FixRun {
  /** Finds what is left in the changed files. */
  readonly find: () => Promise<readonly Finding[]>;
  /** Whether to write without confirmation. */
  readonly isAgreed: boolean;
  readonly format: Format;
}

/**
 * Shows what can be fixed, writes it, and repeats this until nothing is left to fix: a fix may be inside code that another one
 * replaces. Returns the remaining findings.
 */
export async function applyFixes(
  findings: readonly Finding[],
  run: FixRun,
  terminal: Terminal,
  round = 1,
): Promise<readonly Finding[]> {
  const plan = planFixes(findings);
  for (const { file, message } of plan.failures) {
    const reason = `is left unchanged, because its fixes would break it (a bug in maglev): ${message}`;
    terminal.notice(`${terminal.noticeStyle.yellow('maglev:')} ${placeText(file)} ${reason}`);
  }
  if (plan.changes.length === 0) {
    if (round === 1) terminal.notice('--fix: no fixes to apply');
    return plan.left;
  }
  showDiff(plan, run.format, terminal);
  if (!run.isAgreed && !(await confirm(plan, terminal))) return findings;
  writeChanges(plan.changes);
  terminal.notice(`${summaryOf(plan)}: written`);
  const left = await run.find();
  return round === MAX_ROUNDS ? left : applyFixes(left, run, terminal, round + 1);
}

/** Other formats are read by programs. */
function showDiff({ changes }: Plan, format: Format, terminal: Terminal): void {
  const isText = format === 'text';
  const style = isText ? terminal.style : terminal.noticeStyle;
  const diff = changes.map((change) => diffText(placeText(change.file), change, style)).join('\n');
  if (isText) terminal.print(`${diff}\n`);
  else terminal.notice(diff);
}

async function confirm(plan: Plan, terminal: Terminal): Promise<boolean> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) {
    terminal.notice(`No file was changed: add --yes to write ${summaryOf(plan)}.`);
    return false;
  }
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  const reply = await lines.question(`Write ${summaryOf(plan)}? [y/N] `);
  lines.close();
  const isAgreed = /^y(es)?$/i.test(reply.trim());
  if (!isAgreed) terminal.notice('No file was changed.');
  return isAgreed;
}

function summaryOf({ fixed, changes }: Plan): string {
  return `${count(fixed.length, 'fix', 'fixes')} in ${count(changes.length, 'file')}`;
}
