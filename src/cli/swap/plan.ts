import { formatJson, parseJson } from './json.js';
import { type Manager, readText } from './manager.js';
import type { User } from './survey.js';

/** The packages of an npm lockfile, by the folder they are installed in. */
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
export interface Replacement {
  readonly major: string;
  readonly version: string;
  /** Relative to the project, with slashes. */
  readonly path: string;
  readonly integrity: string;
  readonly manifest: Readonly<Record<string, unknown>>;
  /** The packages that npm installs for it in an empty project; set only if needed. */
  readonly closure?: LockedPackages;
}

export interface Plan {
  readonly manager: Manager;
  readonly users: readonly User[];
  /** By major. */
  readonly replacements: ReadonlyMap<string, Replacement>;
}

/** The new texts of files of the project, by name. */
export type Edits = ReadonlyMap<string, string>;

export function majorOf(version: string): string {
  return version.split('.')[0]!;
}

/** The major that a user is to have. */
export function lineOf({ line, express }: User): string {
  return line ?? majorOf(express.version);
}

/** The replacement for a user. */
export function replacementFor({ replacements }: Plan, user: User): Replacement {
  return replacements.get(lineOf(user))!;
}

/** The key of a user in overrides: its name, plus its version if packages of the same name get different replacements. */
export function selectorOf(user: User, plan: Plan): string {
  const namesakes = plan.users.filter(({ name }) => name === user.name);
  const isOne = namesakes.every((one) => replacementFor(plan, one) === replacementFor(plan, user));
  return isOne ? user.name : `${user.name}@${user.version}`;
}

/** package.json as data, serialized in its original style. */
export class PackageJson {
  readonly data: Record<string, any>;
  readonly #text: string;

  constructor({ folder }: Manager, file = 'package.json') {
    this.#text = readText(folder, file)!;
    this.data = parseJson(this.#text, file) as Record<string, any>;
  }

  /** An object in it, created if missing. */
  section(...path: string[]): Record<string, any> {
    return path.reduce((object, key) => (object[key] ??= {}), this.data);
  }

  toString(): string {
    return formatJson(this.data, this.#text);
  }
}
