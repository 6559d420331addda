import type { Entry } from '../finding.js';
import type { Node } from './parser.js';
import { type Known, type Roles, roleOf, rolesOfDeclaration, rolesOfParameters } from './roles.js';
import { hoisted, namesOf } from './scopes.js';
import type { SourceFile } from './source-file.js';
import { childrenOf, isFunction, namesIn } from './syntax.js';

/** A function that the application has registered. */
export interface HandlerUse {
  /** All layers that run it. */
  readonly entries: readonly Entry[];
  /** Whether this function itself is registered, and not a wrapper around it. */
  readonly direct: boolean;
}

/** A place in the code, and its context. */
export interface Visit {
  readonly file: SourceFile;
  readonly node: Node;
  /** From the program to the node's parent. */
  readonly parents: readonly Node[];
  readonly roles: Roles;
  /** The innermost registered function around it. */
  readonly handler: HandlerUse | null;
  /** Whether the node itself is that function. */
  readonly isRegistered: boolean;
}

export interface Registered {
  /** The use of a function that the application has registered; null for any other. */
  handlerOf(node: Node): HandlerUse | null;
}

/** Visits every node of a file, outer ones first. */
export function visitFile(file: SourceFile, registered: Registered, act: (visit: Visit) => void): void {
  const parents: Node[] = [];
  const visit = (node: Node, outer: Roles, around: HandlerUse | null): void => {
    const handler = isFunction(node) ? (registered.handlerOf(node) ?? around) : around;
    const isRegistered = handler !== around;
    const roles = rolesInside(node, outer, isRegistered && handler!.direct);
    act({ file, node, parents, roles, handler, isRegistered });
    parents.push(node);
    for (const child of childrenOf(node)) visit(child, roles, handler);
    parents.pop();
  };
  visit(file.program, new Map(), null);
}

function rolesInside(node: Node, outer: Roles, isHandler: boolean): Roles {
  if (isFunction(node)) {
    const roles = without(outer, [...node.params.flatMap(namesIn), ...hoisted(node.body)]);
    for (const [name, known] of rolesOfParameters(node, isHandler)) roles.set(name, known);
    return roles;
  }
  if (node.type === 'Program' || node.type === 'BlockStatement') return rolesInBlock(node, outer);
  return outer;
}

function rolesInBlock({ body }: Node, outer: Roles): Roles {
  const declared = body.flatMap(namesOf);
  const roles = without(outer, declared);
  // Functions above a variable may use it, and its value may depend on functions below it.
  for (let i = 0; i < 2; i++) for (const statement of body) rolesOfDeclaration(statement, roles);
  for (const statement of body) rolesOfAssignment(statement, roles);
  return roles;
}

/** `var app; app = express();` */
function rolesOfAssignment({ type, expression }: Node, roles: Map<string, Known>): void {
  const isAssignment = type === 'ExpressionStatement' && expression.type === 'AssignmentExpression';
  if (!isAssignment || expression.left.type !== 'Identifier') return;
  const known = roleOf(expression.right, roles);
  if (known !== null) roles.set(expression.left.name, known);
}

function without(roles: Roles, names: readonly string[]): Map<string, Known> {
  const left = new Map(roles);
  for (const name of names) left.delete(name);
  return left;
}
