import { formatJson, parseJson } from './json.js';
import { type Manager, readText } from './manager.js';
import type { User } from './survey.js';

/** What a lockfile of npm has for each folder in which a package is. */
export type LockedPackages = Record<string, Locked>;

export interface Locked {
  readonly name?: string;
  readonly version?: string;
  readonly link?: boolean;
  readonly inBundle?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { optional?: boolean }>>;
  readonly [field: string]: unknown;
}

/** The package that replaces Express in the project. */
export interface StandIn {
  readonly major: string;
  readonly version: string;
  /** Its path in the project, with slashes. */
  readonly path: string;
  readonly integrity: string;
  readonly manifest: Readonly<Record<string, unknown>>;
  /** What npm installs for it where there is nothing else; known if it is needed. */
  readonly closure?: LockedPackages;
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
    this.data = parseJson(this.#text, file) as Record<string, any>;
  }

  /** An object in it, made if it is missing. */
  section(...path: string[]): Record<string, any> {
    return path.reduce((object, key) => (object[key] ??= {}), this.data);
  }

  toString(): string {
    return formatJson(this.data, this.#text);
  }
}
