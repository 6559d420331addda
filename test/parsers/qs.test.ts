// Nested queries and forms are parsed by the version of qs that the Express of the line has, with the same limits.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, it } from 'node:test';
import { type Framework, lines, sendRequest } from '../support/api.js';

const require = createRequire(import.meta.url);

/** The alias under which each line has qs, and the Express that it has to equal. */
const VERSIONS = { 5: { alias: 'qs', express: 'express5' }, 4: { alias: 'qs-v6.16', express: 'express4' } };

const repeat = (count: number, part: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => part(index)).join('&');

const TEXTS: Record<string, string> = {
  'an index at the limit, then a value without one': 'a[999]=1&a=2&a[999]=3',
  'an index above the limit of arrays in bodies': 'a[100]=1&a=2&a[101]=3',
  holes: 'a[1]=1&a[18]=2&a=3&a[19]=4&a[20]=5',
  'twenty-one values of one name': repeat(21, (index) => `a=${index}`),
  'twenty-one indices': repeat(21, (index) => `a[${index}]=${index}`),
  'a hundred and one indices': repeat(101, (index) => `a[${index}]=${index}`),
  'a thousand indices': repeat(1000, (index) => `a[${index}]=1`),
  'a thousand values of one name': repeat(1000, (index) => `a[]=${index}`),
  'more parameters than are read': repeat(1001, (index) => `a${index}[b]=1`),
  'names in brackets': '[toString]=1&[a]=2&[__proto__]=3&[[b]]=4',
  'deep names': `a${'[b]'.repeat(12)}=c&x[y][z][0][]=1`,
  'names of Object.prototype': 'a[hasOwnProperty]=1&a[__proto__][b]=2&constructor[prototype][c]=3',
  'lists in lists': 'a[][b]=1&a[][b]=2&a[0][c]=3&a[]=4&a=5',
  'a lone surrogate, escaped': 'a[b]=%ED%A0%80&a[%zz]=1',
  entities: 'utf8=%26%2310003%3B&a[b]=%26%239786%3B&a[c]=%26%23128512%3B',
  'dots and escaped dots': 'a.b=1&a%2Eb=2&a[c.d]=3&a[c%2ed]=4',
};

const OPTIONS: readonly object[] = [
  { extended: true },
  { extended: true, depth: 3 },
  { extended: true, parameterLimit: 2000 },
  { extended: true, charsetSentinel: true, interpretNumericEntities: true },
  { extended: false },
];

for (const line of [5, 4] as const) {
  describe(`qs in ${line}.x`, () => {
    const { maglev, express } = lines[line];

    it('has the version that Express has', () => {
      const { alias, express } = VERSIONS[line];
      const theirs = createRequire(require.resolve(express));
      const parsers = createRequire(theirs.resolve('body-parser'));
      for (const one of [theirs, parsers]) assert.equal(versionOf(require, alias), versionOf(one, 'qs'));
    });

    for (const [name, text] of Object.entries(TEXTS)) {
      it(`reads ${name} as Express does`, async () => {
        assert.deepEqual(await readAll(maglev, text), await readAll(express, text));
      });
    }
  });
}

/** A text as the query, by each way to parse that, and as a form with each set of options. */
async function readAll(framework: Framework, text: string): Promise<unknown[]> {
  const results = [await answerOf(framework, `/?${text}`)];
  if (framework.query)
    for (const options of [undefined, { arrayLimit: 5, depth: 2 }, { allowDots: true }])
      results.push(
        await answerOf(framework, `/?${text}`, (app) => app.use(forget, framework.query(options))),
      );
  for (const options of OPTIONS) results.push(await formOf(framework, text, options));
  return results;
}

/** What becomes of a query: by the application, or by layers that it is given. */
async function answerOf(framework: Framework, path: string, configure?: (app: Framework) => void) {
  const app = framework();
  app.set('query parser', 'extended');
  configure?.(app);
  app.use((req: any, res: any) => res.end(JSON.stringify(req.query)));
  return (await sendRequest(app, path)).body;
}

function forget(req: any, _res: any, next: () => void): void {
  req.query = undefined;
  next();
}

async function formOf(framework: Framework, body: string, options: object) {
  const app = framework();
  app.use(framework.urlencoded(options));
  app.use((req: any, res: any) => res.end(JSON.stringify(req.body)));
  app.use((error: any, _req: any, res: any, _next: any) => {
    res.end(JSON.stringify([error.status, error.type, error.message]));
  });
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
  return (await sendRequest(app, { method: 'POST', headers, body })).body;
}

function versionOf(from: NodeJS.Require, name: string): string {
  for (const folder of from.resolve.paths(name)!) {
    try {
      return JSON.parse(readFileSync(`${folder}/${name}/package.json`, 'utf8')).version;
    } catch {
      // It is in a folder further up.
    }
  }
  throw new Error(`${name} is not installed`);
}
