import { createInterface } from 'node:readline/promises';
import { count, placeText } from '../routes/text.js';
import type { Terminal } from '../terminal.js';
import { diffText } from './diff.js';
import type { Finding } from './finding.js';
import { type Plan, planFixes, writeChanges } from './fix.js';
import type { Format } from './print.js';

/** Shows what can be fixed, writes it, and returns the remaining findings. */
export async function applyFixes(
  findings: readonly Finding[],
  isAgreed: boolean,
  format: Format,
  terminal: Terminal,
): Promise<readonly Finding[]> {
  const plan = planFixes(findings);
  for (const { file, message } of plan.failures) {
    const reason = `is left unchanged, because its fixes would break it (a bug in maglev): ${message}`;
    terminal.notice(`${terminal.noticeStyle.yellow('maglev:')} ${placeText(file)} ${reason}`);
  }
  if (plan.changes.length === 0) {
    terminal.notice('--fix: no fixes to apply');
    return plan.left;
  }
  showDiff(plan, format, terminal);
  if (!isAgreed && !(await confirm(plan))) {
    terminal.notice('No file was changed.');
    return findings;
  }
  writeChanges(plan.changes);
  terminal.notice(`${summaryOf(plan)}: written`);
  return plan.left;
}

/** Other formats are read by programs. */
function showDiff({ changes }: Plan, format: Format, terminal: Terminal): void {
  const isText = format === 'text';
  const style = isText ? terminal.style : terminal.noticeStyle;
  const diff = changes.map((change) => diffText(placeText(change.file), change, style)).join('\n');
  if (isText) terminal.print(`${diff}\n`);
  else terminal.notice(diff);
}

/** Without a terminal, the option itself is the confirmation. */
async function confirm(plan: Plan): Promise<boolean> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return true;
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  const reply = await lines.question(`Write ${summaryOf(plan)}? [y/N] `);
  lines.close();
  return /^y(es)?$/i.test(reply.trim());
}

function summaryOf({ fixed, changes }: Plan): string {
  return `${count(fixed.length, 'fix', 'fixes')} in ${count(changes.length, 'file')}`;
}
