import type { Node } from '../code/parser.js';
import { type Role, roleOf } from '../code/roles.js';
import type { Visit } from '../code/visit.js';
import { type Draft, ifSure, type Migration, replace } from './migration.js';
import { type Moved, movedParameter, NUMBERED, valueOfMoved } from './request.js';

/** `const { host, params: { 0: rest } } = req`: mostly reported without a fix, because a name may be used in many ways. */
export const destructured: Migration = (visit, from, to) => {
  const { node, parents } = visit;
  const pattern = parents.at(-1);
  if (from >= '5' || to < '5' || node.type !== 'Property' || pattern?.type !== 'ObjectPattern') return null;
  const name = String(node.key.name ?? node.key.value);
  const owner = ownerOf(visit, parents.length - 1);
  if (owner === 'request' && name === 'host') return hostDraft(node);
  return owner === 'params' && /^\d+$/.test(name) ? numberedDraft(visit, Number(name)) : null;
};

function hostDraft(node: Node): Draft {
  const message = 'includes the port in Express 5.';
  return { rule: 'req-host', level: 'warning', node, message, rewrite: 'hostname: host' };
}

function numberedDraft(visit: Visit, number: number): Draft | null {
  const { node, handler } = visit;
  const moved = handler && movedParameter(handler, number);
  if (handler !== null && moved === null) return null;
  const about = { rule: 'numbered-parameter', level: 'error', node, message: NUMBERED } as const;
  return !moved || moved === 'unclear' ? about : { ...about, ...declareAlone(visit, moved) };
}

/** `const { 0: rest } = req.params`: a declaration of only that name. */
function declareAlone({ file, node, parents, roles }: Visit, moved: Moved): Partial<Draft> {
  const [declarator, pattern] = parents.slice(-2) as [Node, Node];
  const { init } = declarator;
  const isAlone =
    declarator.type === 'VariableDeclarator' && pattern.properties.length === 1 && !pattern.typeAnnotation;
  if (!isAlone || !init || node.value.type !== 'Identifier') return {};
  const owner = file.textOf(init);
  const rewrite = `${node.value.name} = ${valueOfMoved(moved, owner)}`;
  const isSure = roleOf(init, roles)?.sure === true;
  return {
    rewrite,
    ...ifSure(isSure, replace(pattern, node.value.name), replace(init, valueOfMoved(moved, owner))),
  };
}

/** The object that the pattern at a depth destructures. */
function ownerOf(visit: Visit, depth: number): Role | null {
  const { parents, roles, handler } = visit;
  const [above, pattern] = [parents[depth - 1]!, parents[depth]!];
  if (above.type === 'Property') {
    const isParams = above.key.name === 'params' && ownerOf(visit, depth - 2) === 'request';
    return isParams ? 'params' : null;
  }
  const source = above.type === 'VariableDeclarator' ? above.init : above.right;
  if (source) return roleOf(source, roles)?.role ?? null;
  const isFirst = above.params?.[0] === pattern && above.params.length < 4;
  return isFirst && handler?.direct ? 'request' : null;
}
