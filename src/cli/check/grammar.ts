import type { Refusal } from '../inspect/inspection.js';
import { type Entry, type Finding, finding, type Subject } from './finding.js';
import {
  matchingOf,
  reasonIn5,
  rewriteFor4,
  rewriteFor5,
  rewriteIfNeeded,
  SYNTAX_OF_5,
  SYNTAX_OF_5_ONLY,
} from './rewrite.js';

/** Finds paths in the grammar of another line, and rewrites them. */
export function grammarRule({ inspection: { line }, installed, target, entries }: Subject): Finding[] {
  return entries.flatMap((entry): Finding[] => {
    const { refused, regexp, path } = entry.layer;
    if (target === '5' && line !== '5') return findMoved(entry, line);
    if (refused) return [createRefusal(entry, refused, line)];
    if (regexp || !(line === '5' ? SYNTAX_OF_5 : SYNTAX_OF_5_ONLY).test(path)) return [];
    if (line !== '5') {
      const message = `is in the grammar of Express 5, which Express ${line} reads differently: braces are text, and a star matches anything and has no name.`;
      return [
        finding(entry, { rule: 'other-grammar', level: 'warning', message, rewrite: rewriteFor4(path) }),
      ];
    }
    return installed === null || installed === '5' ? [] : [createAmbiguous(entry, installed)];
  });
}

/** Checks for 5.x a path that was registered on an older line. */
function findMoved(entry: Entry, line: string): Finding[] {
  const { parts, path } = entry.layer;
  const texts = parts.filter(({ regexp }) => !regexp).map(({ text }) => text);
  const [reason] = texts.flatMap((text) => reasonIn5(text) ?? []);
  if (reason !== undefined) return [createRefusal(entry, { path, parts, message: reason }, '5')];
  // A path with braces was written for 5.x.
  const isAmbiguous = (text: string) => SYNTAX_OF_5.test(text) && !SYNTAX_OF_5_ONLY.test(text);
  return texts.some(isAmbiguous) ? [createAmbiguous(entry, line)] : [];
}

function createAmbiguous(entry: Entry, line: string): Finding {
  const message = `means something else in Express 5 than in Express ${line}: braces make a part optional, and the word after a star is its name.`;
  const rewrite = rewriteFor5(entry.layer.path, matchingOf(entry.layer));
  return finding(entry, { rule: 'other-grammar', level: 'warning', message, ...written(rewrite) });
}

function createRefusal(entry: Entry, { parts, message: reasons }: Refusal, line: string): Finding {
  const [reason] = reasons.split(/: |; visit /);
  const message = `is rejected by Express ${line} (${reason}), so the application does not start.`;
  const matching = matchingOf(entry.layer);
  const rewrites = parts.map(({ text, regexp }) => (regexp ? text : rewriteIfNeeded(text, matching)));
  const rewrite = rewrites.includes(null) ? null : rewrites.join(', ');
  const all = rewrite !== null && parts.length > 1 ? `[${rewrite}]` : rewrite;
  return finding(entry, { rule: 'refused-path', level: 'error', message, ...written(all) });
}

function written(rewrite: string | null): { rewrite?: string } {
  return rewrite === null ? {} : { rewrite };
}
