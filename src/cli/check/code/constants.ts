import type { Node } from './parser.js';
import { headNames, namesOf } from './scopes.js';
import { collect } from './source-file.js';
import { isFunction, nameOfBinding, namesIn, unwrap } from './syntax.js';

/** The value of a name that is declared with a value and never reassigned; null for any other expression. */
export function constantOf(expression: Node, parents: readonly Node[]): Node | null {
  const { type, name } = unwrap(expression);
  if (type !== 'Identifier') return null;
  // Parameters and loop variables of the same name in between count as assignments too.
  const depth = parents.findLastIndex((one) => isBlock(one) && one.body.flatMap(namesOf).includes(name));
  const scope = parents[depth];
  if (scope === undefined) return null;
  const declarations: Node[] = scope.body.map((one: Node) => one.declaration ?? one);
  for (const { kind, declarations: declarators } of declarations) {
    const found = declarators?.find(({ id }: Node) => nameOfBinding(id) === name);
    if (!found) continue;
    const isReach = (one: Node) => isFunction(one) || one.type === 'Program';
    const reach = kind === 'var' ? parents.slice(0, depth + 1).findLast(isReach)! : scope;
    return found.init && !isAssigned(reach, name, found) ? found.init : null;
  }
  return null;
}

function isBlock({ type }: Node): boolean {
  return type === 'Program' || type === 'BlockStatement';
}

/** Whether a name is declared or assigned anywhere in a scope, except at one place. */
function isAssigned(scope: Node, name: string, place: Node): boolean {
  return some(
    scope,
    (one) => one !== place && [...namesDeclaredBy(one), ...namesAssignedBy(one)].includes(name),
  );
}

/** Whether a name is assigned anywhere in some code. */
export function isAssignedAnywhere(code: Node, name: string): boolean {
  return some(code, (one) => namesAssignedBy(one).includes(name));
}

function some(code: Node, isWanted: (node: Node) => boolean): boolean {
  const found: Node[] = [];
  collect(code, isWanted, found);
  return found.length > 0;
}

function namesDeclaredBy(node: Node): string[] {
  if (node.type === 'VariableDeclarator') return namesIn(node.id);
  return [...headNames(node), ...(/^(?:Function|Class)Declaration$/.test(node.type) ? namesOf(node) : [])];
}

function namesAssignedBy(node: Node): string[] {
  switch (node.type) {
    case 'AssignmentExpression':
    case 'ForInStatement':
    case 'ForOfStatement':
      return namesIn(unwrap(node.left));
    case 'UpdateExpression':
      return namesIn(unwrap(node.argument));
    default:
      return [];
  }
}
