import type { Node } from '../code/parser.js';
import { roleOf } from '../code/roles.js';
import { memberOf, unwrap } from '../code/syntax.js';
import type { Visit } from '../code/visit.js';
import { type Draft, type Move, memberOn } from './move.js';

/** `const { host, params: { 0: rest } } = req`: told only, as a name may be used in many ways. */
export const destructured: Move = (visit, from, to) => {
  const { node, parents } = visit;
  const pattern = parents.at(-1);
  if (from >= '5' || to < '5' || node.type !== 'Property' || pattern?.type !== 'ObjectPattern') return null;
  const name = String(node.key.name ?? node.key.value);
  const owner = ownerOf(visit, parents.length - 1);
  if (owner === 'request' && name === 'host') return hostDraft(node);
  return owner === 'params' && /^\d+$/.test(name) ? numberedDraft(node) : null;
};

function hostDraft(node: Node): Draft {
  const message = 'has the port in it in Express 5.';
  return { rule: 'req-host', level: 'warning', node, message, rewrite: 'hostname: host' };
}

function numberedDraft(node: Node): Draft {
  const message = 'is gone in Express 5, where a wildcard has a name, and its value is an array of segments.';
  return { rule: 'numbered-parameter', level: 'error', node, message };
}

/** What the pattern at a depth takes apart. */
function ownerOf(visit: Visit, depth: number): 'request' | 'params' | null {
  const { parents, roles, handler } = visit;
  const [above, pattern] = [parents[depth - 1]!, parents[depth]!];
  if (above.type === 'Property') {
    const isParams = above.key.name === 'params' && ownerOf(visit, depth - 2) === 'request';
    return isParams ? 'params' : null;
  }
  if (above.type === 'VariableDeclarator' && above.init) {
    if (roleOf(above.init, roles)?.role === 'request') return 'request';
    const init = unwrap(above.init);
    return memberOf(init) && memberOn({ ...visit, node: init }, 'request')?.name === 'params'
      ? 'params'
      : null;
  }
  const isFirst = above.params?.[0] === pattern && above.params.length < 4;
  return isFirst && handler?.direct ? 'request' : null;
}
