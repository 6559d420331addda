import type { Node } from './parser.js';
import { collect, type SourceFile } from './source-file.js';
import { type MethodCall, memberOf, nameOfBinding, unwrap } from './syntax.js';
import { isRegistration } from './verbs.js';

/** The literals that may be the first argument of a call: written there, in a variable, or in a list that is iterated. */
export function textsOfFirst(file: SourceFile, { node, args }: MethodCall): readonly Node[] {
  const [first] = args;
  if (first === undefined) return [];
  if (first.type !== 'Identifier') return elementsOf(first);
  const { name } = first;
  const found: Node[] = [];
  collect(file.program, (one) => isSourceOf(one, name, node), found);
  // With several, it is unclear which one is meant. The text must not be used for anything else, which would change too.
  const isOnly = found.length === 1 && isPathOnly(file, name, found[0]!);
  return isOnly ? elementsOf(valueIn(found[0]!)) : [];
}

/** Whether a name is used only for the paths of registrations. */
function isPathOnly(file: SourceFile, name: string, source: Node): boolean {
  const uses: Node[] = [];
  collect(file.program, (one) => one.type === 'Identifier' && one.name === name, uses);
  const exported: Node[] = [];
  collect(file.program, (one) => one.type === 'ExportNamedDeclaration' && isInside(source, one), exported);
  const binding = source.id ?? source.left ?? source.arguments[0].params[0];
  const paths = new Set(file.calls.filter(isRegistration).map(({ args }) => args[0]));
  return exported.length === 0 && uses.every((use) => paths.has(use) || isInside(use, binding));
}

function isInside(node: Node, outer: Node): boolean {
  return node.start >= outer.start && node.end <= outer.end;
}

function elementsOf(node: Node): readonly Node[] {
  const inner = unwrap(node);
  return inner.type === 'ArrayExpression' ? inner.elements.filter(Boolean) : [inner];
}

/** Whether a node declares a name with a value: `const name = ...`, `[...].forEach((name) => ...)`, `for (const name of [...])` */
function isSourceOf(node: Node, name: string, used: Node): boolean {
  if (node.type === 'VariableDeclarator') return node.init && nameOfBinding(node.id) === name;
  const isAround = node.start < used.start && node.end > used.end;
  if (node.type === 'ForOfStatement') {
    const [declared] = node.left.declarations ?? [];
    return isAround && declared && nameOfBinding(declared.id) === name;
  }
  if (node.type !== 'CallExpression' || !isAround) return false;
  const member = memberOf(unwrap(node.callee));
  const [parameter] = node.arguments[0]?.params ?? [];
  return /^(?:forEach|map)$/.test(member?.name ?? '') && parameter && nameOfBinding(parameter) === name;
}

function valueIn(node: Node): Node {
  if (node.type === 'VariableDeclarator') return node.init;
  return node.type === 'ForOfStatement' ? node.right : memberOf(unwrap(node.callee))!.object;
}
