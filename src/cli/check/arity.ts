import type { Handler } from '../inspect/inspection.js';
import { type Finding, finding, type Subject } from './finding.js';

/** Not `e`, which is what minifiers call any first parameter. */
const ERROR = /^_?(?:err|error|exception)$/i;
const REQUEST = /^_?(?:req|request|ctx)$/i;

/** Finds functions that are called for the wrong things: the number of declared parameters decides. */
export function arityRule({ entries }: Subject): Finding[] {
  return entries.flatMap((entry) => {
    if (entry.layer.mount !== null) return [];
    return entry.layer.handlers.flatMap((handler) => {
      const message = complaintAbout(handler);
      return message === null ? [] : [finding(entry, { rule: 'error-arity', level: 'error', message })];
    });
  });
}

function complaintAbout({ name, arity, first }: Handler): string | null {
  const who = name ? `the function ${name}` : 'a function';
  if (arity > 4)
    return `${who} declares ${arity} parameters and is never called: handlers have at most four.`;
  if (ERROR.test(first) && arity !== 4) {
    const count = arity === 1 ? '1 parameter' : `${arity} parameters`;
    return `${who} looks like an error handler (${first}, ...), but declares ${count}, so that it gets requests and no errors: it needs all four (err, req, res, next).`;
  }
  if (REQUEST.test(first) && arity === 4) {
    return `${who} begins with ${first} but declares four parameters, which makes it an error handler: requests pass it by.`;
  }
  return null;
}
