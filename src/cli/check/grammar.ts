import { type Finding, finding, type Subject } from './finding.js';
import { rewriteFor4, rewriteFor5 } from './rewrite.js';

/** Optional parts in braces and wildcards with a name; a brace with a number in it is a RegExp's. */
const OF_5 = /\{(?!\d)[^}]*\}|\*[A-Za-z_]/;

/** Finds paths in the grammar of another line, and says how this one writes them. */
export function grammarRule({ inspection, entries }: Subject): Finding[] {
  return entries.flatMap((entry): Finding[] => {
    const { refused, regexp, path } = entry.layer;
    if (refused) {
      const rewrite = rewriteFor5(refused.path);
      const [reason] = refused.message.split(/: |; visit /);
      const message = `is refused by ${inspection.line}.x (${reason}), so that the application does not start.`;
      return [finding(entry, { rule: 'refused-path', level: 'error', message, ...(rewrite && { rewrite }) })];
    }
    if (inspection.line === '5' || regexp || !OF_5.test(path)) return [];
    const message = `is in the grammar of 5.x, which ${inspection.line}.x reads otherwise: braces are text, and a star stands for anything and has no name.`;
    return [finding(entry, { rule: 'other-grammar', level: 'warning', message, rewrite: rewriteFor4(path) })];
  });
}
