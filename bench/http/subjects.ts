/** The subjects: what is measured. */
import { existsSync } from 'node:fs';
import { expressOf, folderOf } from '../peers.js';
import { DIST } from '../places.js';

export interface Subject {
  readonly id: string;
  readonly name: string;
  /** The file in subjects/ that builds its applications. */
  readonly adapter: string;
  readonly options: Options;
  /** The packages that it requires. */
  readonly needs?: readonly string[];
}

/** The options of an adapter. */
export interface Options {
  /** How the bare server writes its responses. */
  readonly write?: 'setHeader' | 'flat' | 'express' | 'composed';
  /** Whether it omits `ETag` and `X-Powered-By`. */
  readonly isBare?: boolean;
  /** Whether Fastify sends an `ETag`. */
  readonly hasTags?: boolean;
  /** The entry of maglev in its build folder. */
  readonly dist?: string;
  /** The major of Express. */
  readonly major?: number;
  /** The file or folder to load. */
  readonly module?: string | undefined;
  /** Which part of maglev is used, in `npm run bench:micro -- live`. */
  readonly step?: 'middleware' | 'route' | 'json';
  readonly settings?: Readonly<Record<string, unknown>>;
  /** How the server of maglev and Express is created: by `app.listen` or `http.createServer(app)`. */
  readonly server?: 'listen' | 'created';
}

interface Choice {
  readonly server?: string | undefined;
  readonly dist?: string | undefined;
  /** Whether subjects that send `ETag` and `X-Powered-By` omit them. */
  readonly isBare?: boolean;
}

type Described = Omit<Subject, 'options'> & { readonly options?: Options };

const all: readonly Described[] = [
  { id: 'raw', name: 'node:http, setHeader', adapter: 'raw', options: { write: 'setHeader' } },
  { id: 'raw-flat', name: 'node:http, flat writeHead', adapter: 'raw', options: { write: 'flat' } },
  { id: 'raw-express', name: "node:http, Express's bytes", adapter: 'raw', options: { write: 'express' } },
  // The lower bound for servers that send Express's bytes.
  { id: 'raw-composed', name: 'node:http, composed head', adapter: 'raw', options: { write: 'composed' } },
  { id: 'maglev', name: 'maglev 5.x', adapter: 'express', options: { dist: 'index.cjs' } },
  {
    id: 'maglev-no-etag',
    name: 'maglev 5.x, etag off',
    adapter: 'express',
    options: { dist: 'index.cjs', settings: { etag: false } },
  },
  { id: 'maglev-4', name: 'maglev 4.x', adapter: 'express', options: { dist: 'v4.cjs' } },
  { id: 'express', name: 'Express 5', adapter: 'express', options: { major: 5 } },
  { id: 'express-4', name: 'Express 4', adapter: 'express', options: { major: 4 } },
  {
    id: 'fastify',
    name: 'Fastify',
    adapter: 'fastify',
    needs: ['fastify', '@fastify/cookie', '@fastify/formbody', '@fastify/static'],
  },
  // Fastify itself sends no ETag; Express and maglev send one with each response.
  {
    id: 'fastify-etag',
    name: 'Fastify + @fastify/etag',
    adapter: 'fastify',
    options: { hasTags: true },
    needs: ['fastify', '@fastify/cookie', '@fastify/etag', '@fastify/formbody', '@fastify/static'],
  },
  {
    id: 'koa',
    name: 'Koa + @koa/router',
    adapter: 'koa',
    needs: ['koa', '@koa/router', '@koa/bodyparser', 'koa-static'],
  },
  { id: 'hono', name: 'Hono + node-server', adapter: 'hono', needs: ['hono', '@hono/node-server'] },
  { id: 'polka', name: 'polka 1.0 next', ...small('polka') },
  { id: 'restana', name: 'restana', ...small('restana') },
  { id: '0http', name: '0http', ...small('0http') },
  { id: 'h3', name: 'h3', adapter: 'h3', needs: ['h3'] },
];

/** The subject that the others are compared with. */
export const BASE = 'raw';
/** The settings of Express and maglev that omit those two headers. */
export const BARE = { etag: false, 'x-powered-by': false };
const SERVERS = ['listen', 'created'] as const;
const subjectIds = all.map(({ id }) => id);

/** The subjects with these ids, in the order of the list; `dist` is the folder of the build to load maglev from. */
export function subjectsOf(
  ids: readonly string[] = subjectIds,
  { server: wanted = 'listen', dist = DIST, isBare = false }: Choice = {},
): Subject[] {
  const unknown = ids.find((id) => !subjectIds.includes(id));
  if (unknown !== undefined)
    throw new Error(`There is no subject ${unknown}; there are ${subjectIds.join(', ')}.`);
  const server = SERVERS.find((one) => one === wanted);
  if (server === undefined) throw new Error(`--server must be ${SERVERS.join(' or ')}, got ${wanted}.`);
  return all
    .filter(({ id }) => ids.includes(id))
    .map(({ options = {}, ...subject }) => {
      if (subject.adapter !== 'express') return { ...subject, options: { ...options, isBare } };
      const module = options.dist ? dist + options.dist : expressOf(options.major!);
      const settings = { ...options.settings, ...(isBare ? BARE : {}) };
      return { ...subject, options: { ...options, settings, module, server } };
    });
}

/** The subjects whose packages are installed. */
export function installedOf(subjects: readonly Subject[]): Subject[] {
  return subjects.filter((subject) => missingOf([subject]) === undefined);
}

/** A message about the first subject that cannot run; undefined if all can. */
export function missingOf(subjects: readonly Subject[]): string | undefined {
  for (const { name, options, needs = [] } of subjects) {
    if (options.dist !== undefined && !existsSync(options.module!))
      return `${name} is not built: run "npm run build".`;
    if (options.major !== undefined && options.module === undefined)
      // Installed under another name, so that it does not replace the major that the user has installed.
      return `${name} is not installed: run "npm install express${options.major}@npm:express@${options.major}".`;
    const missing = notInstalled(needs);
    if (missing.length === 0) continue;
    const what = isIncomplete(needs) ? `${name} needs ${missing.join(', ')}` : `${name} is not installed`;
    return `${what}: run "npm install ${missing.join(' ')}".`;
  }
  return undefined;
}

/** Messages about subjects that are installed, but not all that the benchmarks use with them. */
export function incompleteOf(subjects: readonly Subject[]): string[] {
  const incomplete = subjects.filter(({ needs = [] }) => isIncomplete(needs));
  return incomplete.flatMap((subject) => missingOf([subject]) ?? []);
}

/** The first package is the framework itself. */
function isIncomplete(needs: readonly string[]): boolean {
  const missing = notInstalled(needs);
  return missing.length > 0 && missing[0] !== needs[0];
}

function notInstalled(needs: readonly string[]): string[] {
  return needs.filter((needed) => folderOf(needed) === undefined);
}

function small(module: string): Pick<Described, 'adapter' | 'options' | 'needs'> {
  return { adapter: 'small', options: { module }, needs: [module, 'body-parser', 'cookie-parser', 'sirv'] };
}
