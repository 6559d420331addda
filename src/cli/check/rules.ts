/** Every rule, with a short description. `docs/check-rules.md` has a section for each. */
export const RULES = {
  'refused-path': 'a path that this Express rejects',
  'other-grammar': 'a path in the grammar of another version of Express',
  duplicate: 'a route that is registered twice',
  'parameter-names': 'routes that differ only in the names of parameters',
  'possibly-shadowed': 'a route after one that handles all of its requests',
  backtracking: 'a pattern that backtracks',
  'error-arity': 'a handler with the wrong number of parameters',
  'late-middleware': 'middleware after the routes it should guard',
  'regexp-only': 'a layer that the compiler cannot analyze',
  'uncaught-promise': 'a handler whose rejections are unhandled, or now reach the error handlers',
  'send-status': 'a status as an argument of res.send',
  'json-status': 'a status as an argument of res.json or res.jsonp',
  'status-text': 'a status that is not an integer from 100 to 999',
  'vary-nothing': 'res.vary() without the name of a header',
  'redirect-order': 'a status after the URL of a redirect',
  'redirect-back': "the URL 'back'",
  'removed-member': 'a member that was removed',
  'req-param': 'req.param()',
  'req-host': 'req.host, which has the port now',
  'query-assignment': 'an assignment to req.query',
  'nested-query': 'a query with brackets',
  'numbered-parameter': 'req.params[0] and so on, for wildcards that have names now',
  'params-prototype': 'a method of Object.prototype on req.params or req.query',
  'changed-option': 'an option that was removed, or whose default has changed',
  'bundled-middleware': 'middleware that is no longer part of Express',
  'app-router': 'app.router as middleware',
  'ignore-comment': 'a comment for this command that it cannot read',
} as const;

export type RuleName = keyof typeof RULES;

export function isRule(name: string): name is RuleName {
  return Object.hasOwn(RULES, name);
}
