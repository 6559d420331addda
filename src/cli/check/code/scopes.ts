import type { Node } from './parser.js';
import { childrenOf, isFunction, namesIn } from './syntax.js';

/** The parameters of a function or of a `catch`, and the name that a function or class has inside itself. */
export function headNames(node: Node): string[] {
  if (node.type === 'CatchClause') return namesIn(node.param);
  const isNamed = node.type === 'FunctionExpression' || node.type === 'ClassExpression';
  const own = isNamed && node.id ? [node.id.name] : [];
  return isFunction(node) ? [...own, ...node.params.flatMap(namesIn)] : own;
}

/** The names that a statement declares. */
export function namesOf(statement: Node): string[] {
  const declaration = statement.declaration ?? statement;
  switch (declaration.type) {
    case 'VariableDeclaration':
      return declaration.declarations.flatMap(({ id }: Node) => namesIn(id));
    case 'ImportDeclaration':
      return declaration.specifiers.map(({ local }: Node) => local.name);
    case 'FunctionDeclaration':
    case 'ClassDeclaration':
      return declaration.id ? [declaration.id.name] : [];
    default:
      return [];
  }
}

/** Names of `var`s anywhere in a function, but not in nested functions. */
export function hoisted(node: Node): string[] {
  if (isFunction(node)) return [];
  const own = node.type === 'VariableDeclaration' && node.kind === 'var' ? namesOf(node) : [];
  return [...own, ...childrenOf(node).flatMap(hoisted)];
}
