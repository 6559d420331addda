/** The options of `maglev compare`. */
import { readNumber } from '../arguments.js';
import type { Values } from '../command.js';
import { Failure } from '../failure.js';
import { Ignored } from './ignored.js';
import type { Request } from './request.js';
import { type RequestFile, readRequest, readRequests } from './request-file.js';

export const DEFAULTS = { time: 30, rounds: 5, response: 2 };

export interface Settings {
  readonly milliseconds: number;
  readonly rounds: number;
  readonly responseTime: number;
  /** The path of the page; null for none. */
  readonly out: string | null;
  /** The requests of a file; null if they are derived from the route table. */
  readonly requests: RequestFile | null;
  readonly isUnsafe: boolean;
  readonly isMeasured: boolean;
  readonly parameters: Readonly<Record<string, string>>;
  readonly headers: readonly (readonly [string, string])[];
  readonly login: Request | null;
  readonly ignored: Ignored;
  readonly setup: string | undefined;
  readonly reset: string | undefined;
}

export function readSettings(values: Values): Settings {
  const text = (name: string) => values[name] as string | undefined;
  const login = text('login');
  const requests = text('requests');
  const parameters = Object.fromEntries(listOf(values.param).map((one) => split(one, '=', '--param id=7')));
  return {
    milliseconds: 1000 * (readNumber(values, 'time') ?? DEFAULTS.time),
    rounds: Math.ceil(readNumber(values, 'rounds') ?? DEFAULTS.rounds),
    responseTime: 1000 * (readNumber(values, 'response-time') ?? DEFAULTS.response),
    out: text('out') ?? null,
    requests: requests === undefined ? null : readRequests(requests, parameters),
    isUnsafe: values.unsafe === true,
    isMeasured: values['only-equality'] !== true,
    parameters,
    headers: listOf(values.header).map((one) => split(one, ':', '--header "Authorization: Bearer x"')),
    login: login === undefined ? null : readRequest(login, `--login ${JSON.stringify(login)}`),
    ignored: Ignored.read(listOf(values['ignore-header']), listOf(values.ignore), text('ignore-file')),
    setup: text('setup'),
    reset: text('reset'),
  };
}

function listOf(value: Values[string]): string[] {
  return (value ?? []) as string[];
}

function split(text: string, mark: string, example: string): readonly [string, string] {
  const at = text.indexOf(mark);
  if (at < 1) throw new Failure(`${JSON.stringify(text)} has no name: write it as ${example}`);
  return [text.slice(0, at).trim(), text.slice(at + 1).trim()];
}
