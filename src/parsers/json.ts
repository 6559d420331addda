import type { ParserLine } from './line.js';
import { commonOptions, type Options, throwInvalidOption } from './options.js';
import {
  mayHavePoisonedKeys,
  mayHavePoisonedWords,
  type PoisonAction,
  scanGraph,
  scanTree,
} from './poison.js';
import { createBodyParser, type Next } from './read.js';
import { cleanSyntaxError } from './syntax.js';

type JsonParse = (text: string) => unknown;
type Guard = (text: string, value: unknown) => unknown;

const ACTIONS: readonly unknown[] = ['error', 'remove', 'ignore'];

export function createJson(line: ParserLine) {
  return function json(given?: Options) {
    const options = commonOptions(given, 'json', line);
    const parser = createBodyParser({
      line,
      options,
      acceptsCharset: (charset) => charset.startsWith('utf-'),
      parse: createParse(given, line),
    });
    return function jsonParser(req: any, res: any, next: Next): void {
      parser.handle(req, res, next);
    };
  };
}

function createParse(options: Options, line: ParserLine): JsonParse {
  const reviver = readReviver(options?.reviver);
  const guard = createGuard(options, reviver !== undefined);
  const strict = options?.strict !== false;
  return function parse(text) {
    // As in body-parser: clients send empty bodies by mistake.
    if (text.length === 0) return {};
    if (strict) requireContainer(text, line);
    try {
      const value = JSON.parse(text, reviver);
      return guard === null ? value : guard(text, value);
    } catch (error) {
      throw cleanSyntaxError(error);
    }
  };
}

function requireContainer(text: string, line: ParserLine): void {
  const code = text.charCodeAt(0);
  if (code === OPENING_BRACE || code === OPENING_BRACKET) return;
  const first = skipWhitespace(text);
  if (text[first] !== '{' && text[first] !== '[') throw line.createStrictError(text, first);
}

const OPENING_BRACE = 0x7b;
const OPENING_BRACKET = 0x5b;

/** The index of the first character that is not JSON whitespace. */
function skipWhitespace(text: string): number {
  let index = 0;
  while (index < text.length && ' \t\n\r'.includes(text[index]!)) index++;
  return index;
}

/** Null if the application ignores poisoned keys. A reviver may return anything, including cyclic objects. */
function createGuard(options: Options, revived: boolean): Guard | null {
  const protoAction = readAction(options, 'onProtoPoisoning');
  const constructorAction = readAction(options, 'onConstructorPoisoning');
  if (protoAction === 'ignore' && constructorAction === 'ignore') return null;
  const scan = revived ? scanGraph : scanTree;
  const mayBePoisoned = revived ? mayHavePoisonedWords : mayHavePoisonedKeys;
  return (text, value) => {
    if (typeof value !== 'object' || value === null || !mayBePoisoned(text)) return value;
    return scan(value, { protoAction, constructorAction });
  };
}

function readAction(options: Options, name: 'onProtoPoisoning' | 'onConstructorPoisoning'): PoisonAction {
  const value = options?.[name];
  if (value === undefined || value === null) return 'error';
  if (ACTIONS.includes(value)) return value;
  return throwInvalidOption(`option ${name} is invalid`, value, "'error', 'remove' or 'ignore'");
}

function readReviver(value: unknown): ((key: string, value: unknown) => unknown) | undefined {
  if (!value || typeof value === 'function') return value as undefined;
  return throwInvalidOption('option reviver must be function', value, 'a function (key, value)');
}
