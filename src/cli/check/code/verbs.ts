import { METHODS } from 'node:http';
import type { MethodCall } from './syntax.js';

const VERBS = new Set(METHODS.map((method) => method.toLowerCase()));
const OTHERS = new Set(['use', 'all', 'route', 'del']);

/** Whether a call may register something, judged by its name. */
export function isVerb({ name }: MethodCall): boolean {
  return VERBS.has(name) || OTHERS.has(name);
}

/** Whether a call has a path and handlers, judged by its name. */
export function isRegistration(call: MethodCall): boolean {
  return isVerb(call) && (call.args.length > 1 || call.name === 'route');
}
