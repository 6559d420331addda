import type { Terminal } from '../terminal.js';
import { sectionOf } from './documents.js';
import type { Finding } from './finding.js';
import { githubText } from './format/github.js';
import { sarifText } from './format/sarif.js';
import { findingsText, totalText } from './text.js';

export const FORMATS = ['text', 'json', 'sarif', 'github'] as const;
export type Format = (typeof FORMATS)[number];

/** The findings, and their context. */
export interface Result {
  readonly file: string;
  /** The line of Express that the application was loaded on, and the one that it was checked for. */
  readonly from: string;
  readonly target: string;
  readonly findings: readonly Finding[];
}

export function printFindings(format: Format, result: Result, terminal: Terminal): void {
  const { file, from, target, findings } = result;
  const total = totalText(from < target ? `${file} (Express ${from} to ${target})` : file, findings);
  switch (format) {
    case 'sarif':
      terminal.print(sarifText(findings));
      break;
    case 'json':
      terminal.print(jsonText(result));
      break;
    case 'github':
      if (findings.length > 0) terminal.print(githubText(findings));
      terminal.notice(total);
      break;
    case 'text':
      if (findings.length > 0) terminal.print(`${findingsText(findings, terminal.style)}\n`);
      terminal.print(total);
  }
}

function jsonText({ file, target, findings }: Result): string {
  const shown = findings.map(({ key, fix, range, registered, ...finding }) => {
    return { ...finding, fixable: fix !== undefined, docs: sectionOf(finding.rule) };
  });
  return JSON.stringify({ file, express: target, findings: shown }, null, 2);
}
