import type { Node } from '../code/parser.js';
import { type Role, roleOf } from '../code/roles.js';
import type { Visit } from '../code/visit.js';
import { type Draft, ifSure, insert, type Migration, replace } from './migration.js';
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

/** `const { 0: rest, id } = req.params`: a declaration, which declares that name after the others. */
function declareAlone({ file, node, parents, roles }: Visit, moved: Moved): Partial<Draft> {
  const [declarator, pattern] = parents.slice(-2) as [Node, Node];
  const { init } = declarator;
  if (declarator.type !== 'VariableDeclarator' || !init || pattern.typeAnnotation) return {};
  const isRest = ({ type }: Node) => type === 'RestElement';
  if (node.value.type !== 'Identifier' || pattern.properties.some(isRest)) return {};
  const value = valueOfMoved(moved, file.textOf(init));
  const rewrite = `${node.value.name} = ${value}`;
  const edits =
    pattern.properties.length === 1
      ? [replace(pattern, node.value.name), replace(init, value)]
      : [replace(withComma(node, pattern), ''), insert(init.end, `, ${rewrite}`)];
  return { rewrite, ...ifSure(roleOf(init, roles)?.sure === true, ...edits) };
}

/** A property of a pattern with the comma between it and its neighbour. */
function withComma(node: Node, { properties }: Node): { start: number; end: number } {
  const at = properties.indexOf(node);
  const next = properties[at + 1];
  return next ? { start: node.start, end: next.start } : { start: properties[at - 1].end, end: node.end };
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
