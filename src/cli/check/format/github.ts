import { placeText } from '../../routes/text.js';
import type { Finding, Level } from '../finding.js';
import { titleOf } from '../text.js';

const COMMANDS: Record<Level, string> = { error: 'error', warning: 'warning', note: 'notice' };

/** Findings as workflow commands of GitHub, which shows them next to the code. */
export function githubText(findings: readonly Finding[]): string {
  return findings.map(commandText).join('\n');
}

function commandText(finding: Finding): string {
  const { level, rule, source, column, message, rewrite } = finding;
  const [, file, line] = /^(.*):(\d+)$/.exec(placeText(source)) ?? [];
  const at = column === undefined ? `line=${line}` : `line=${line},col=${column}`;
  const place = file === undefined ? '' : `file=${escapeProperty(file)},${at},`;
  const text = `${titleOf(finding)} ${message}${rewrite === undefined ? '' : `\nWrite ${rewrite}`}`;
  return `::${COMMANDS[level]} ${place}title=${escapeProperty(`maglev check: ${rule}`)}::${escapeData(text)}`;
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
