import type { Edit, Node } from '../code/parser.js';
import { type Role, roleOf } from '../code/roles.js';
import { type MethodCall, memberOf, methodCallOf } from '../code/syntax.js';
import type { Visit } from '../code/visit.js';
import type { Level } from '../finding.js';
import type { RuleName } from '../rules.js';

/** Something in code that another line of Express understands otherwise. */
export interface Draft {
  readonly rule: RuleName;
  readonly level: Level;
  readonly node: Node;
  /** What it is called in reports, if that is not its text. */
  readonly title?: string;
  readonly message: string;
  readonly rewrite?: string;
  /** Only if it is certain that nothing else changes by them. */
  readonly edits?: readonly Edit[];
}

/** Looks at a place in the code; `from` and `to` are lines of Express. */
export type Migration = (visit: Visit, from: string, to: string) => Draft | null;

/** Only for code that goes to this line or a newer one from an older one. */
export function migrationsTo(
  line: string,
  ...moves: ((visit: Visit, from: string) => Draft | null)[]
): Migration[] {
  return moves.map((find) => (visit, from, to) => (from < line && to >= line ? find(visit, from) : null));
}

/** A call of a member of what has one of these roles. */
export interface RoleCall extends MethodCall {
  readonly sure: boolean;
}

export function callOn({ node, roles }: Visit, ...wanted: Role[]): RoleCall | null {
  const call = methodCallOf(node);
  const known = call && roleOf(call.object, roles);
  return known && wanted.includes(known.role) ? { ...call, sure: known.sure } : null;
}

/** A member of what has one of these roles, which is read, written or called. */
export function memberOn(
  { node, roles }: Visit,
  ...wanted: Role[]
): (NonNullable<ReturnType<typeof memberOf>> & { sure: boolean }) | null {
  const member = memberOf(node);
  const known = member && roleOf(member.object, roles);
  return known && wanted.includes(known.role) ? { ...member, sure: known.sure } : null;
}

/** The edits, if it is sure that they are right. */
export function ifSure(sure: boolean, ...edits: Edit[]): Pick<Draft, 'edits'> {
  return sure ? { edits } : {};
}

export function replace({ start, end }: Pick<Node, 'start' | 'end'>, text: string): Edit {
  return { start, end, text };
}

/** Another name for a member: `a.b`, `a['b']`. */
export function rename(property: Node, name: string): Edit {
  return replace(property, property.type === 'Literal' ? `'${name}'` : name);
}

export function insert(at: number, text: string): Edit {
  return { start: at, end: at, text };
}
