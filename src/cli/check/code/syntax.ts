import type { Node } from './parser.js';

/** Helpers that work on a node of any type. */

/** The direct children of a node, in the order of the text. */
export function childrenOf(node: Node): Node[] {
  const children: Node[] = [];
  for (const [field, value] of Object.entries(node)) {
    if (field === 'loc' || field === 'typeAnnotation' || field === 'returnType') continue;
    for (const one of Array.isArray(value) ? value : [value]) if (isNode(one)) children.push(one);
  }
  return children.sort((a, b) => a.start - b.start);
}

function isNode(value: any): value is Node {
  return typeof value === 'object' && value !== null && typeof value.type === 'string';
}

export function isFunction({ type }: Node): boolean {
  return (
    type === 'FunctionExpression' || type === 'FunctionDeclaration' || type === 'ArrowFunctionExpression'
  );
}

/** The expression without type annotations and optional chains. */
export function unwrap(node: Node): Node {
  switch (node.type) {
    case 'ParenthesizedExpression':
    case 'ChainExpression':
    case 'TSAsExpression':
    case 'TSNonNullExpression':
    case 'TSSatisfiesExpression':
    case 'TSTypeAssertion':
      return unwrap(node.expression);
    default:
      return node;
  }
}

/** The name of a variable or a parameter; null for a pattern. */
export function nameOfBinding(node: Node): string | null {
  switch (node.type) {
    case 'Identifier':
      return node.name;
    case 'AssignmentPattern':
      return nameOfBinding(node.left);
    case 'TSParameterProperty':
      return nameOfBinding(node.parameter);
    default:
      return null;
  }
}

/** All names that a binding declares, including those of patterns. */
export function namesIn(node: Node | null): string[] {
  if (node === null) return [];
  const name = nameOfBinding(node);
  if (name !== null) return [name];
  switch (node.type) {
    case 'ObjectPattern':
      return node.properties.flatMap((one: Node) => namesIn(one.type === 'Property' ? one.value : one));
    case 'ArrayPattern':
      return node.elements.flatMap(namesIn);
    case 'RestElement':
      return namesIn(node.argument);
    case 'AssignmentPattern':
      return namesIn(node.left);
    default:
      return [];
  }
}

/** A member that is accessed by name: `a.b`, `a['b']`, `a[0]`. */
export function memberOf(node: Node): { object: Node; name: string; property: Node } | null {
  if (node.type !== 'MemberExpression') return null;
  const { object, property, computed } = node;
  if (!computed) return property.type === 'Identifier' ? { object, name: property.name, property } : null;
  return property.type === 'Literal' ? { object, name: String(property.value), property } : null;
}

/** A call of a member by name, except optional calls. */
export interface MethodCall {
  readonly node: Node;
  readonly object: Node;
  readonly name: string;
  readonly property: Node;
  readonly args: readonly Node[];
}

export function methodCallOf(node: Node): MethodCall | null {
  if (node.type !== 'CallExpression') return null;
  const member = memberOf(unwrap(node.callee));
  return member === null ? null : { node, ...member, args: node.arguments };
}

export function stringOf(node: Node | undefined): string | null {
  if (node === undefined) return null;
  const inner = unwrap(node);
  if (inner.type === 'Literal' && typeof inner.value === 'string') return inner.value;
  const isPlain = inner.type === 'TemplateLiteral' && inner.expressions.length === 0;
  return isPlain ? inner.quasis[0].value.cooked : null;
}

/**
 * The numbers that an expression may evaluate to, if its text shows them: `404`, `error.status || 500`, `ok ? 200 : 404`; null if
 * it may be something else. `constant` returns the values of names.
 */
export function numbersIn(
  node: Node | undefined,
  constant: (name: Node) => Node | null = () => null,
): readonly number[] | null {
  if (node === undefined) return null;
  const inner = unwrap(node);
  switch (inner.type) {
    case 'Literal':
      return typeof inner.value === 'number' ? [inner.value] : null;
    case 'Identifier':
      return numbersIn(constant(inner) ?? undefined);
    case 'LogicalExpression':
      return numbersIn(inner.right, constant);
    case 'ConditionalExpression': {
      const [one, other] = [numbersIn(inner.consequent, constant), numbersIn(inner.alternate, constant)];
      return one && other && [...one, ...other];
    }
    default:
      return null;
  }
}

/** Whether an expression is certainly a string. */
export function isText(node: Node | undefined): boolean {
  if (node === undefined) return false;
  const inner = unwrap(node);
  if (inner.type === 'TemplateLiteral' || stringOf(inner) !== null) return true;
  return (
    inner.type === 'BinaryExpression' && inner.operator === '+' && (isText(inner.left) || isText(inner.right))
  );
}

/** The value of a property in an object literal; undefined if there is none of this name. */
export function propertyOf(node: Node | undefined, name: string): Node | undefined {
  const object = node && unwrap(node);
  if (object?.type !== 'ObjectExpression') return undefined;
  const isNamed = (one: Node) => {
    return one.type === 'Property' && !one.computed && (one.key.name ?? one.key.value) === name;
  };
  return object.properties.find(isNamed);
}
