import { readFileSync } from 'node:fs';
import { type Comment, type Node, parse } from './parser.js';
import { childrenOf, isFunction, type MethodCall, methodCallOf } from './syntax.js';

const MAX_LENGTH = 1_000_000;
const read = new Map<string, SourceFile | null>();

/** A file of the application, parsed. */
export class SourceFile {
  readonly path: string;
  readonly text: string;
  readonly program: Node;
  readonly comments: readonly Comment[];
  #functions: Node[] | undefined;
  #calls: MethodCall[] | undefined;

  constructor(path: string, text: string) {
    this.path = path;
    this.text = text;
    const { program, comments } = parse(text, path);
    this.program = program;
    this.comments = comments;
  }

  /** Null if it cannot be read, is in a language that the parser does not know, or is too long to be handwritten. */
  static read(path: string): SourceFile | null {
    let file = read.get(path);
    if (file === undefined) {
      file = readFile(path);
      read.set(path, file);
    }
    return file;
  }

  /** Files are read again after they were changed. */
  static forget(): void {
    read.clear();
  }

  textOf({ start, end }: Pick<Node, 'start' | 'end'>): string {
    return this.text.slice(start, end);
  }

  /** `file:line` of a node. */
  sourceOf(node: Node): string {
    return `${this.path}:${lineOf(node)}`;
  }

  /**
   * The function whose head contains a place: engines point to the parentheses after its name. Source maps of compiled code lead
   * to the name.
   */
  functionAt(line: number, column: number): Node | null {
    const place = { line, column };
    const isIn = ({ loc, body }: Node) => !isBefore(place, loc.start) && !isBefore(body.loc.start, place);
    const isNext = ({ loc }: Node) => loc.start.line === line && isBefore(place, loc.start);
    return this.functions.findLast(isIn) ?? this.functions.find(isNext) ?? null;
  }

  /** All functions, outer ones before nested ones. */
  get functions(): readonly Node[] {
    if (this.#functions === undefined) {
      this.#functions = [];
      collect(this.program, isFunction, this.#functions);
    }
    return this.#functions;
  }

  /** All calls of members, outer ones before nested ones. */
  get calls(): readonly MethodCall[] {
    if (this.#calls === undefined) {
      const found: Node[] = [];
      collect(this.program, ({ type }) => type === 'CallExpression', found);
      this.#calls = found.flatMap((node) => methodCallOf(node) ?? []);
    }
    return this.#calls;
  }
}

function readFile(path: string): SourceFile | null {
  try {
    const text = readFileSync(path, 'utf8');
    return text.length > MAX_LENGTH ? null : new SourceFile(path, text);
  } catch {
    return null;
  }
}

export function lineOf(node: Node): number {
  return node.loc.start.line;
}

export interface Position {
  readonly line: number;
  readonly column: number;
}

/** Whether a place is before another. */
export function isBefore(a: Position, b: Position): boolean {
  return a.line < b.line || (a.line === b.line && a.column < b.column);
}

/** Adds all nodes of a kind, outer ones first. */
export function collect(node: Node, isWanted: (node: Node) => boolean, found: Node[]): void {
  if (isWanted(node)) found.push(node);
  for (const child of childrenOf(node)) collect(child, isWanted, found);
}
