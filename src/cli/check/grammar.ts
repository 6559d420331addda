import type { Refusal } from '../inspect/inspection.js';
import { type Entry, type Finding, finding, type Subject } from './finding.js';
import { rewriteFor4, rewriteFor5, rewriteIfNeeded } from './rewrite.js';

/** Optional parts in braces and named wildcards; a brace with a number is RegExp syntax. */
const SYNTAX_OF_5 = /\{(?!\d)[^}]*\}|\*[A-Za-z_]/;
/** Of these, what is unlikely in 4.x, which has `/ab*cd`: wildcards whose name is a whole segment. */
const SYNTAX_OF_5_ONLY = /\{(?!\d)[^}]*\}|\/\*[A-Za-z_]\w*(?:\/|$)/;

/** Finds paths in the grammar of another line, and rewrites them. */
export function grammarRule({ inspection: { line }, installed, entries }: Subject): Finding[] {
  return entries.flatMap((entry): Finding[] => {
    const { refused, regexp, path } = entry.layer;
    if (refused) return [createRefusal(entry, refused, line)];
    if (regexp || !(line === '5' ? SYNTAX_OF_5 : SYNTAX_OF_5_ONLY).test(path)) return [];
    if (line !== '5') {
      const message = `is in the grammar of Express 5, which Express ${line} reads otherwise: braces are text, and a star stands for anything and has no name.`;
      return [
        finding(entry, { rule: 'other-grammar', level: 'warning', message, rewrite: rewriteFor4(path) }),
      ];
    }
    if (installed === null || installed === '5') return [];
    const message = `means something else in Express 5 than in Express ${installed}: braces make a part optional, and the word behind a star is its name.`;
    return [
      finding(entry, { rule: 'other-grammar', level: 'warning', message, ...written(rewriteFor5(path)) }),
    ];
  });
}

function createRefusal(entry: Entry, { parts, message: reasons }: Refusal, line: string): Finding {
  const [reason] = reasons.split(/: |; visit /);
  const message = `is refused by Express ${line} (${reason}), so that the application does not start.`;
  const rewrites = parts.map(({ text, regexp }) => (regexp ? text : rewriteIfNeeded(text)));
  const rewrite = rewrites.includes(null) ? null : rewrites.join(', ');
  const all = rewrite !== null && parts.length > 1 ? `[${rewrite}]` : rewrite;
  return finding(entry, { rule: 'refused-path', level: 'error', message, ...written(all) });
}

function written(rewrite: string | null): { rewrite?: string } {
  return rewrite === null ? {} : { rewrite };
}
