/** The programs that are started: plain texts, which run in the folder of a subject without anything of ours around them. */
import type { StartSubject } from './subjects.js';

/** What a program tells: CPU time since the process was there, and what it has loaded and holds by then. */
export interface Told {
  readonly milliseconds: number;
  readonly modules?: number;
  readonly heapUsed?: number;
}

export interface Program {
  readonly id: 'bare' | 'bare-module' | 'require' | 'import' | 'api' | 'large';
  /** The program that does nothing, whose time is taken off. */
  readonly over?: 'bare' | 'bare-module';
  readonly extension: 'cjs' | 'mjs';
  /** Of the request that it waits for, on the port that it tells first: one in the middle of its routes. */
  readonly path?: string;
  text(subject: StartSubject): string;
}

const TELL = `
const tell = (more) => {
  const { user, system } = process.cpuUsage();
  process.stdout.write(JSON.stringify({ milliseconds: (user + system) / 1000, ...more() }) + '\\n');
};`;
const NOTHING = 'tell(() => ({}));';
// Its own file is not one that the subject loads.
const MODULES = 'modules: Object.keys(require.cache).length - 1';

/** What is answered to both. */
export const ANSWER = '{"id":"42"}';

export const PROGRAMS: readonly Program[] = [
  { id: 'bare', extension: 'cjs', text: () => TELL + NOTHING },
  { id: 'bare-module', extension: 'mjs', text: () => TELL + NOTHING },
  {
    id: 'require',
    over: 'bare',
    extension: 'cjs',
    text: ({ entry }) => `require('${entry}');${TELL}tell(() => ({ ${MODULES} }));`,
  },
  {
    id: 'import',
    over: 'bare-module',
    extension: 'mjs',
    text: ({ entry }) => `import * as entry from '${entry}';${TELL}${NOTHING}`,
  },
  {
    id: 'api',
    over: 'bare',
    extension: 'cjs',
    path: '/resource5/42',
    text: (subject) => server(subject, 11),
  },
  {
    id: 'large',
    over: 'bare',
    extension: 'cjs',
    path: '/resource250/42',
    text: (subject) => server(subject, 500),
  },
];

/** Two routes for each resource. The connection of the one request ends with its answer. */
function server({ application }: StartSubject, resources: number): string {
  return `
const resources = Array.from({ length: ${resources} }, (_, i) => 'resource' + i);
${application}
server.once('listening', () => process.stdout.write(server.address().port + '\\n'));
server.once('connection', (socket) => {
  socket.once('close', () => {
    tell(() => {
      gc();
      return { ${MODULES}, heapUsed: process.memoryUsage().heapUsed };
    });
    process.exit();
  });
});
${TELL}`;
}
