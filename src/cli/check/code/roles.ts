import type { Node } from './parser.js';
import { memberOf, nameOfBinding, stringOf, unwrap } from './syntax.js';

/** What a name refers to. */
export type Role = 'express' | 'router maker' | 'app' | 'router' | 'request' | 'response' | 'params';

export interface Known {
  readonly role: Role;
  /** Whether it is certain, and not only guessed by its name. */
  readonly sure: boolean;
}

export type Roles = ReadonlyMap<string, Known>;

const EXPRESS = /^(?:express|maglev(?:\/v[345])?)$/;
const REQUEST = /^_?(?:req|request)$/i;
const RESPONSE = /^_?(?:res|resp|response)$/i;
const APP = /^_?(?:app|application|express_?app)$/i;
const ROUTER = /^_?router$/i;

/** Methods that return the object they were called on. */
const RETURNS_RESPONSE = new Set(
  'append attachment clearCookie contentType cookie header jsonp json links location send sendStatus set status type vary'.split(
    ' ',
  ),
);
const RETURNS_APP = new Set(
  'all delete del disable enable engine get head options param patch post put set use'.split(' '),
);

/** What an expression refers to, by the names around it. */
export function roleOf(expression: Node | null | undefined, roles: Roles): Known | null {
  if (!expression) return null;
  const node = unwrap(expression);
  switch (node.type) {
    case 'Identifier':
      return roles.get(node.name) ?? null;
    case 'AssignmentExpression':
      return roleOf(node.right, roles);
    case 'NewExpression':
      return roleOf(node.callee, roles)?.role === 'router maker' ? sure('router') : null;
    case 'MemberExpression':
      return roleOfMember(node, roles);
    case 'CallExpression':
      return roleOfCall(node, roles);
    default:
      return null;
  }
}

function roleOfMember(node: Node, roles: Roles): Known | null {
  const member = memberOf(node);
  return member && memberRole(roleOf(member.object, roles), member.name);
}

function memberRole(owner: Known | null, name: string): Known | null {
  if (!owner) return null;
  const { role } = owner;
  if (role === 'express' && name === 'Router') return sure('router maker');
  if (role === 'express' && name === 'default') return owner;
  if (role === 'request' && name === 'params') return { ...owner, role: 'params' };
  if (role === 'request' && name === 'res') return { ...owner, role: 'response' };
  if (role === 'response' && name === 'req') return { ...owner, role: 'request' };
  const isMessage = role === 'request' || role === 'response';
  return isMessage && name === 'app' ? { ...owner, role: 'app' } : null;
}

/** Evaluates each object once: chains of calls are long. */
function roleOfCall(node: Node, roles: Roles): Known | null {
  const callee = unwrap(node.callee);
  if (callee.type === 'Identifier' && callee.name === 'require') {
    return EXPRESS.test(stringOf(node.arguments[0]) ?? '') ? sure('express') : null;
  }
  const member = memberOf(callee);
  const owner = member && roleOf(member.object, roles);
  const called = member ? memberRole(owner, member.name) : roleOf(callee, roles);
  if (called?.role === 'express') return sure('app');
  if (called?.role === 'router maker') return sure('router');
  return owner && resultOf(owner, member!.name, node.arguments.length);
}

/** What a method returns. */
function resultOf(owner: Known, name: string, count: number): Known | null {
  switch (owner.role) {
    case 'express':
      return name === 'createServer' ? sure('app') : null;
    case 'response':
      return RETURNS_RESPONSE.has(name) ? owner : null;
    case 'app':
    case 'router':
      // `app.get('setting')` returns a value.
      return RETURNS_APP.has(name) && count !== 1 ? owner : null;
    default:
      return null;
  }
}

/** The roles of names that a statement declares. */
export function rolesOfDeclaration(statement: Node, roles: Map<string, Known>): void {
  if (statement.type === 'ImportDeclaration') rolesOfImport(statement, roles);
  if (statement.type === 'TSImportEqualsDeclaration') rolesOfTypedRequire(statement, roles);
  const declaration = statement.declaration ?? statement;
  if (declaration.type !== 'VariableDeclaration') return;
  for (const { id, init } of declaration.declarations) {
    const known = roleOf(init, roles);
    const name = nameOfBinding(id);
    if (name !== null && known !== null) roles.set(name, known);
    if (id.type === 'ObjectPattern') rolesOfPattern(id, known, roles);
  }
}

/** `const { Router } = express`, `const { params } = req` */
function rolesOfPattern({ properties }: Node, owner: Known | null, roles: Map<string, Known>): void {
  for (const { key, value, computed } of properties) {
    if (!key?.name || computed || value?.type !== 'Identifier') continue;
    const known = memberRole(owner, key.name);
    if (known !== null) roles.set(value.name, known);
  }
}

function rolesOfImport({ source, specifiers }: Node, roles: Map<string, Known>): void {
  if (!EXPRESS.test(source.value)) return;
  for (const { type, imported, local } of specifiers) {
    if (type !== 'ImportSpecifier' || imported.name === 'default') roles.set(local.name, sure('express'));
    else if (imported.name === 'Router') roles.set(local.name, sure('router maker'));
  }
}

/** `import express = require('express')` */
function rolesOfTypedRequire({ id, moduleReference }: Node, roles: Map<string, Known>): void {
  if (EXPRESS.test(moduleReference.expression?.value ?? '')) roles.set(id.name, sure('express'));
}

/**
 * The roles of a function's parameters. For a registered function, they are known. For another function, a request followed by a
 * response is recognized by the names, and the rest is a guess.
 */
export function rolesOfParameters({ params }: Node, isHandler: boolean): Map<string, Known> {
  const names: (string | null)[] = params.map(nameOfBinding);
  const roles = new Map<string, Known>();
  const pair = names.findIndex((name, i) => isPair(name, names[i + 1]));
  const first = pair !== -1 || !isHandler ? pair : names.length >= 4 ? 1 : 0;
  for (const name of names) {
    const role = name === null ? null : guess(name);
    if (role !== null) roles.set(name!, { role, sure: false });
  }
  if (first === -1) return roles;
  for (const [offset, role] of [
    [0, 'request'],
    [1, 'response'],
  ] as const) {
    const name = names[first + offset];
    if (name) roles.set(name, sure(role));
    else if (params[first + offset]?.type === 'ObjectPattern')
      rolesOfPattern(params[first + offset], sure(role), roles);
  }
  return roles;
}

function isPair(name: string | null, next: string | null | undefined): boolean {
  return name !== null && Boolean(next) && REQUEST.test(name) && RESPONSE.test(next!);
}

function guess(name: string): Role | null {
  if (REQUEST.test(name)) return 'request';
  if (RESPONSE.test(name)) return 'response';
  if (APP.test(name)) return 'app';
  return ROUTER.test(name) ? 'router' : null;
}

function sure(role: Role): Known {
  return { role, sure: true };
}
