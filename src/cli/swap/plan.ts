import { type Manager, readText } from './manager.js';
import type { User } from './survey.js';

/** A stand-in that is put into the project. */
export interface StandIn {
  readonly major: string;
  readonly version: string;
  /** Its path in the project, with slashes. */
  readonly path: string;
  readonly integrity: string;
  readonly manifest: Readonly<Record<string, unknown>>;
}

export interface Plan {
  readonly manager: Manager;
  readonly users: readonly User[];
  /** By their majors. */
  readonly standIns: ReadonlyMap<string, StandIn>;
}

/** The texts that files of the project get, under their names. */
export type Edits = ReadonlyMap<string, string>;

export function majorOf(version: string): string {
  return version.split('.')[0]!;
}

/** The stand-in that a user gets. */
export function standInFor({ standIns }: Plan, { express }: User): StandIn {
  return standIns.get(majorOf(express.version))!;
}

/** What tells a user from others in overrides: its name, with its version where namesakes get another stand-in. */
export function selectorOf(user: User, plan: Plan): string {
  const namesakes = plan.users.filter(({ name }) => name === user.name);
  const isOne = namesakes.every((one) => standInFor(plan, one) === standInFor(plan, user));
  return isOne ? user.name : `${user.name}@${user.version}`;
}

/** package.json as data, and as text in the same style again. */
export class PackageJson {
  readonly data: Record<string, any>;
  readonly #text: string;

  constructor({ folder }: Manager, file = 'package.json') {
    this.#text = readText(folder, file)!;
    this.data = JSON.parse(this.#text);
  }

  /** An object in it, made if it is missing. */
  section(...path: string[]): Record<string, any> {
    return path.reduce((object, key) => (object[key] ??= {}), this.data);
  }

  toString(): string {
    const indent = /^[\t ]+(?=")/m.exec(this.#text)?.[0] ?? '  ';
    return JSON.stringify(this.data, null, indent) + (this.#text.endsWith('\n') ? '\n' : '');
  }
}
