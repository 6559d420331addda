import type { Edit, Node } from '../code/parser.js';
import { type Role, roleOf } from '../code/roles.js';
import { type MethodCall, memberOf, methodCallOf } from '../code/syntax.js';
import type { Visit } from '../code/visit.js';
import type { Level } from '../finding.js';
import type { RuleName } from '../rules.js';

/** Code that another line of Express treats differently. */
export interface Draft {
  readonly rule: RuleName;
  readonly level: Level;
  readonly node: Node;
  /** Its name in reports, if that is not its text. */
  readonly title?: string;
  readonly message: string;
  readonly rewrite?: string;
  /** Only if it is certain that nothing else changes. */
  readonly edits?: readonly Edit[];
}

/** Checks a place in the code; `from` and `to` are lines of Express. */
export type Migration = (visit: Visit, from: string, to: string) => Draft | null;

/** Only for migrations from an older line to this or a newer one. */
export function migrationsTo(
  line: string,
  ...moves: ((visit: Visit, from: string) => Draft | null)[]
): Migration[] {
  return moves.map((find) => (visit, from, to) => (from < line && to >= line ? find(visit, from) : null));
}

/** A call of a member of an object with one of these roles. */
export interface RoleCall extends MethodCall {
  readonly sure: boolean;
}

export function callOn({ node, roles }: Visit, ...wanted: Role[]): RoleCall | null {
  const call = methodCallOf(node);
  const known = call && roleOf(call.object, roles);
  return known && wanted.includes(known.role) ? { ...call, sure: known.sure } : null;
}

/** A member of an object with one of these roles, which is read, written or called. */
export function memberOn(
  { node, roles }: Visit,
  ...wanted: Role[]
): (NonNullable<ReturnType<typeof memberOf>> & { sure: boolean }) | null {
  const member = memberOf(node);
  const known = member && roleOf(member.object, roles);
  return known && wanted.includes(known.role) ? { ...member, sure: known.sure } : null;
}

/** The edits, if they are certain. */
export function ifSure(sure: boolean, ...edits: Edit[]): Pick<Draft, 'edits'> {
  return sure ? { edits } : {};
}

export function replace({ start, end }: Pick<Node, 'start' | 'end'>, text: string): Edit {
  return { start, end, text };
}

/** What to remove of a file for a statement: its line too, if it is alone there. */
export function removalOf(statement: Node, text: string): { start: number; end: number } {
  const before = text.lastIndexOf('\n', statement.start) + 1;
  const after = text.indexOf('\n', statement.end);
  const isAlone =
    after !== -1 && /^\s*$/.test(text.slice(before, statement.start) + text.slice(statement.end, after));
  return isAlone ? { start: before, end: after + 1 } : statement;
}

/** Renames a member: `a.b`, `a['b']`. */
export function rename(property: Node, name: string): Edit {
  return replace(property, property.type === 'Literal' ? `'${name}'` : name);
}

export function insert(at: number, text: string): Edit {
  return { start: at, end: at, text };
}
