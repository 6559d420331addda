/** Requests that users keep in a file: one a line, a HAR of their browser, or their OpenAPI description. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve as resolvePath } from 'node:path';
import { type Request, requestOf } from './request.js';

type Complain = (sentence: string) => never;

/** Parses YAML by a package that the user has, as this one has none. */
const YAML = ['yaml', 'js-yaml'];

/** Reads a file; `complain` gets a sentence about one that cannot be understood. */
export function readRequests(file: string, values: Record<string, string>, complain: Complain): Request[] {
  const text = readText(file, complain);
  const requests = requestsIn(text, file, values, complain);
  if (requests.length === 0) complain(`There is no request in ${file}.`);
  return requests;
}

function requestsIn(text: string, file: string, values: Record<string, string>, complain: Complain) {
  if (/\.ya?ml$/i.test(file)) return described(parseYaml(text, file, complain), file, values, complain);
  if (/^\s*\{/.test(text) && !/\.(txt|jsonl|ndjson)$/i.test(file)) {
    const parsed = tryJson(text);
    if (parsed !== undefined && parsed.method === undefined) return described(parsed, file, values, complain);
  }
  return text.split(/\r?\n/).flatMap((line, i) => {
    const trimmed = line.trim();
    return trimmed === '' || trimmed.startsWith('#') ? [] : [lineOf(trimmed, `${file}:${i + 1}`, complain)];
  });
}

function described(parsed: any, file: string, values: Record<string, string>, complain: Complain): Request[] {
  if (Array.isArray(parsed?.log?.entries)) return parsed.log.entries.map(entryOf);
  if (parsed?.openapi || parsed?.swagger) return operationsOf(parsed, values);
  return complain(`${file} is neither a HAR file nor an OpenAPI description, nor has it one request a line.`);
}

/** `GET /path`, `/path`, `POST /path {"a":1}`, or `{"method":"POST","path":"/path","headers":{},"body":{}}`. */
function lineOf(line: string, place: string, complain: Complain): Request {
  if (line.startsWith('{')) return objectOf(tryJson(line), place, complain);
  const [, method = 'GET', target, body] = /^(?:([A-Z][A-Z-]+)\s+)?(\S+)(?:\s+(.+))?$/.exec(line) ?? [];
  const path = target === undefined ? undefined : pathOf(target);
  if (path === undefined) return complain(`${place} is no request: write it as "GET /path".`);
  return requestOf({ method, path, ...(body === undefined ? {} : withType(body)) });
}

function objectOf(parsed: any, place: string, complain: Complain): Request {
  const path = pathOf(String(parsed?.path ?? parsed?.url ?? ''));
  if (path === undefined) return complain(`${place} is no request: its JSON has no "path".`);
  const { method = 'GET', headers = {}, body } = parsed;
  const own = Object.entries(headers).map(([name, value]) => [name, String(value)] as const);
  if (body === undefined || body === null) return requestOf({ method, path, headers: own });
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const typed = own.some(([name]) => name.toLowerCase() === 'content-type');
  return requestOf({ method, path, body: text, headers: typed ? own : [...withType(text).headers, ...own] });
}

function entryOf({ request }: any): Request {
  const { method, url, headers = [], postData } = request;
  // Of HTTP/2 they keep the pseudo-headers, too; and whose cookies these are is not for another server to know.
  const own = headers
    .filter(({ name }: any) => !/^(:|host$|accept-encoding$|if-)/i.test(name))
    .map(({ name, value }: any) => [name, value] as const);
  return requestOf({ method, path: pathOf(url) ?? '/', headers: own, body: postData?.text ?? null });
}

const VERBS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

function operationsOf(description: any, values: Record<string, string>): Request[] {
  const base = basePath(description);
  const resolve = (part: any): any => (part?.$ref ? resolve(at(description, part.$ref)) : part);
  return Object.entries<any>(description.paths ?? {}).flatMap(([route, item]) => {
    const operations = Object.entries<any>(resolve(item)).filter(([verb]) => VERBS.includes(verb));
    return operations.map(([verb, operation]) => {
      const parameters = [...(resolve(item).parameters ?? []), ...(operation.parameters ?? [])].map(resolve);
      const given = (parameter: any) => values[parameter.name] ?? exampleOf(parameter, resolve);
      const path = route.replace(/\{([^}]+)\}/g, (_, name) =>
        encodeURIComponent(
          given(parameters.find((one) => one.in === 'path' && one.name === name) ?? { name }),
        ),
      );
      const required = (place: string) => parameters.filter((one) => one.in === place && one.required);
      const query = new URLSearchParams(
        required('query').map((one): [string, string] => [one.name, given(one)]),
      ).toString();
      const headers = required('header').map((one) => [one.name, given(one)] as const);
      return requestOf({
        method: verb,
        path: base + path + (query && `?${query}`),
        route: base + route,
        ...bodyOf(operation, parameters, headers, resolve),
      });
    });
  });
}

function bodyOf(operation: any, parameters: any[], headers: (readonly [string, string])[], resolve: any) {
  const old = parameters.find((one) => one.in === 'body');
  const content = resolve(operation.requestBody)?.content?.['application/json'] ?? old;
  if (content === undefined) return { headers };
  const named = Object.values<any>(content.examples ?? {})[0];
  const example = content.example ?? resolve(named)?.value ?? sampleOf(content.schema, resolve);
  return {
    headers: [['Content-Type', 'application/json'] as const, ...headers],
    body: JSON.stringify(example ?? {}),
  };
}

function exampleOf(parameter: any, resolve: any): string {
  const named = Object.values<any>(parameter.examples ?? {})[0];
  const sample =
    parameter.example ?? resolve(named)?.value ?? sampleOf(parameter.schema ?? parameter, resolve);
  return String(sample ?? '1');
}

/** A value that a schema might mean; as deep as people read, as schemas may hold themselves. */
function sampleOf(given: any, resolve: any, depth = 0): any {
  const schema = resolve(given);
  if (schema === undefined || depth > 5) return undefined;
  const known = schema.example ?? schema.examples?.[0] ?? schema.default ?? schema.const ?? schema.enum?.[0];
  if (known !== undefined) return known;
  const variant = schema.allOf ?? schema.oneOf?.slice(0, 1) ?? schema.anyOf?.slice(0, 1);
  if (variant) return Object.assign({}, ...variant.map((one: any) => sampleOf(one, resolve, depth + 1)));
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case 'integer':
    case 'number':
      return schema.minimum ?? 1;
    case 'boolean':
      return true;
    case 'string':
      return SAMPLES[schema.format] ?? 'text';
    case 'array':
      return [sampleOf(schema.items, resolve, depth + 1)].filter((item) => item !== undefined);
    case 'object':
    case undefined:
      return schema.properties && objectSample(schema.properties, resolve, depth);
  }
  return undefined;
}

const SAMPLES: Readonly<Record<string, string>> = {
  uuid: '00000000-0000-4000-8000-000000000001',
  date: '2024-01-31',
  'date-time': '2024-01-31T12:00:00Z',
  email: 'ada@example.com',
  uri: 'https://example.com/',
};

function objectSample(properties: object, resolve: any, depth: number): object {
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, sampleOf(schema, resolve, depth + 1)]),
  );
}

function basePath({ servers, basePath: old }: any): string {
  const path = pathOf(servers?.[0]?.url ?? old ?? '/')?.split('?')[0] ?? '/';
  return path.replace(/\/$/, '');
}

function at(description: any, reference: string): any {
  const parts = reference.replace(/^#\//, '').split('/');
  return parts.reduce((part, key) => part?.[key.replace(/~1/g, '/').replace(/~0/g, '~')], description);
}

/** Whatever host a file names, only paths are asked, of this machine. */
function pathOf(target: string): string | undefined {
  if (target.startsWith('/')) return target.split('#')[0];
  if (!URL.canParse(target)) return undefined;
  const { pathname, search } = new URL(target);
  return pathname + search;
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

function parseYaml(text: string, file: string, complain: Complain): any {
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
      complain(`${file} is not YAML: ${(error as Error).message.split('\n')[0]}.`);
    }
  }
  return complain(`${file} is YAML: install the package "yaml" beside it, or give the file as JSON.`);
}

function readText(file: string, complain: Complain): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return complain(code === 'ENOENT' ? `There is no file ${file}.` : `${file} cannot be read (${code}).`);
  }
}
