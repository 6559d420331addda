/** Generates requests from an OpenAPI description, 2.0 or 3.x, with its examples or samples of its schemas. */
import { pathOf, type Request, requestOf } from './request.js';

const VERBS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/** One request for each operation; `values` has values of parameters by name. */
export function operationsOf(description: any, values: Record<string, string>): Request[] {
  const base = basePath(description);
  const resolve = (part: any): any => (part?.$ref ? resolve(resolvePointer(description, part.$ref)) : part);
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

/** A sample of a schema, down to a limited depth, because schemas may be recursive. */
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

function resolvePointer(description: any, reference: string): any {
  const parts = reference.replace(/^#\//, '').split('/');
  return parts.reduce((part, key) => part?.[key.replace(/~1/g, '/').replace(/~0/g, '~')], description);
}
