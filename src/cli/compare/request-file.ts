/** Reads requests from a file: one per line, a HAR file of a browser, or an OpenAPI description. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve as resolvePath } from 'node:path';
import { Failure, messageOf } from '../failure.js';
import { operationsOf } from './openapi.js';
import { pathOf, type Request, requestOf } from './request.js';

/** Parses YAML with a package that the user has installed, because maglev has none. */
const YAML = ['yaml', 'js-yaml'];

/** The content of a request file. */
export interface RequestFile {
  readonly file: string;
  readonly requests: readonly Request[];
  /** Requests of a HAR file to other hosts, which are skipped. */
  readonly elsewhere: number;
  /** Whether the user determined their order. */
  readonly isOrdered: boolean;
}

type Found = Omit<RequestFile, 'file'>;

/** Reads a file; throws a Failure if it cannot be parsed. */
export function readRequests(file: string, values: Record<string, string>): RequestFile {
  const read = requestsIn(readText(file), file, values);
  if (read.requests.length === 0) throwFailure(`${file} contains no requests.`);
  return { file, ...read };
}

/** A request in the format of a line, given by an option. */
export function readRequest(line: string, option: string): Request {
  return readLine(line.trim(), option);
}

function requestsIn(text: string, file: string, values: Record<string, string>): Found {
  if (/\.ya?ml$/i.test(file)) return readDescription(parseYaml(text, file), file, values);
  if (/^\s*\{/.test(text) && !/\.(txt|jsonl|ndjson)$/i.test(file)) {
    const parsed = tryJson(text);
    if (parsed === undefined && /\.(json|har)$/i.test(file)) throwFailure(`${file} is not JSON.`);
    if (parsed !== undefined && parsed.method === undefined) return readDescription(parsed, file, values);
  }
  const requests = text.split(/\r?\n/).flatMap((line, i) => {
    const trimmed = line.trim();
    return trimmed === '' || trimmed.startsWith('#') ? [] : [readLine(trimmed, `${file}:${i + 1}`)];
  });
  return { requests, elsewhere: 0, isOrdered: true };
}

function readDescription(parsed: any, file: string, values: Record<string, string>): Found {
  if (Array.isArray(parsed?.log?.entries)) return readHar(parsed.log.entries);
  if (parsed?.openapi || parsed?.swagger)
    return { requests: operationsOf(parsed, values), elsewhere: 0, isOrdered: false };
  return throwFailure(
    `${file} is not a HAR file, an OpenAPI description, or a file with one request per line.`,
  );
}

/** `GET /path`, `/path`, `POST /path {"a":1}`, or `{"method":"POST","path":"/path","headers":{},"body":{}}`. */
function readLine(line: string, place: string): Request {
  if (line.startsWith('{')) return readObject(tryJson(line), place);
  const [, method = 'GET', target, body] = /^(?:([A-Z][A-Z-]+)\s+)?(\S+)(?:\s+(.+))?$/.exec(line) ?? [];
  const path = target === undefined ? undefined : pathOf(target);
  if (path === undefined) return throwFailure(`${place} is not a request: write it as "GET /path".`);
  return requestOf({ method, path, ...(body === undefined ? {} : withType(body)) });
}

function readObject(parsed: any, place: string): Request {
  const path = pathOf(String(parsed?.path ?? parsed?.url ?? ''));
  if (path === undefined) return throwFailure(`${place} is not a request: its JSON has no "path".`);
  const { method = 'GET', headers = {}, body } = parsed;
  const own = Object.entries(headers).map(([name, value]) => [name, String(value)] as const);
  if (body === undefined || body === null) return requestOf({ method, path, headers: own });
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const typed = own.some(([name]) => name.toLowerCase() === 'content-type');
  return requestOf({ method, path, body: text, headers: typed ? own : [...withType(text).headers, ...own] });
}

/** Pages also send requests to other hosts; the application's host is the one on this machine, or the first one. */
function readHar(entries: readonly any[]): Found {
  const hosts = entries.map(({ request }) => hostOf(request?.url));
  const own = hosts.find((host) => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:|$)/.test(host)) ?? hosts[0];
  const kept = entries.filter((_, i) => hosts[i] === own);
  return { requests: kept.map(readHarEntry), elsewhere: entries.length - kept.length, isOrdered: true };
}

function hostOf(url: unknown): string {
  return URL.canParse(String(url)) ? new URL(String(url)).host : '';
}

function readHarEntry({ request }: any): Request {
  const { method, url, headers = [], postData } = request;
  // HAR files contain HTTP/2 pseudo-headers, and conditional headers, which would lead to empty bodies.
  const own = headers
    .filter(({ name }: any) => !/^(:|host$|if-)/i.test(name))
    .map(({ name, value }: any) => [name, value] as const);
  return requestOf({ method, path: pathOf(url) ?? '/', headers: own, body: postData?.text ?? null });
}

function withType(body: string) {
  const type = /^\s*[[{"]/.test(body) ? 'application/json' : 'application/x-www-form-urlencoded';
  return { body, headers: [['Content-Type', type] as const] };
}

function tryJson(text: string): any {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function parseYaml(text: string, file: string): any {
  const require = createRequire(resolvePath(file));
  for (const name of YAML) {
    let library: any;
    try {
      library = require(name);
    } catch {
      continue;
    }
    try {
      return (library.parse ?? library.load)(text);
    } catch (error) {
      throwFailure(`${file} is not YAML: ${messageOf(error).split('\n')[0]}.`);
    }
  }
  return throwFailure(`${file} is YAML: install the package "yaml" next to it, or pass the file as JSON.`);
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return throwFailure(code === 'ENOENT' ? `File not found: ${file}` : `Cannot read ${file} (${code}).`);
  }
}

function throwFailure(sentence: string): never {
  throw new Failure(sentence);
}
