import type { Handler } from '../inspect/inspection.js';
import { type Finding, finding, type Subject } from './finding.js';

/** Not `e`, which minifiers use for any parameter. */
const ERROR = /^_?(?:err|error|exception)$/i;
const REQUEST = /^_?(?:req|request|ctx)$/i;

/** Finds handlers whose number of parameters contradicts their names: the number decides whether they get errors. */
export function arityRule({ entries }: Subject): Finding[] {
  return entries.flatMap((entry) => {
    if (entry.layer.mount !== null) return [];
    return entry.layer.handlers.flatMap((handler) => {
      const message = describeMismatch(handler);
      return message === null ? [] : [finding(entry, { rule: 'error-arity', level: 'error', message })];
    });
  });
}

function describeMismatch({ name, arity, first }: Handler): string | null {
  const who = name ? `the function ${name}` : 'a function';
  if (arity > 4)
    return `${who} declares ${arity} parameters and is never called: handlers have at most four.`;
  if (ERROR.test(first) && arity !== 4) {
    const count = arity === 1 ? '1 parameter' : `${arity} parameters`;
    return `${who} looks like an error handler (${first}, ...), but declares ${count}, so it gets requests instead of errors: declare all four (err, req, res, next).`;
  }
  if (REQUEST.test(first) && arity === 4) {
    return `${who} starts with ${first} but declares four parameters, which makes it an error handler: it runs only after an error.`;
  }
  return null;
}
