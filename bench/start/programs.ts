/** The sources of the programs that are started. They run in the folder of a subject and load nothing else. */
import type { StartSubject } from './subjects.js';

/** The output of a program: CPU time since the start of the process, loaded modules and heap. */
export interface Reported {
  readonly milliseconds: number;
  readonly modules?: number;
  readonly heapUsed?: number;
}

export interface Program {
  readonly id: 'bare' | 'bare-module' | 'require' | 'import' | 'api' | 'large';
  /** The empty program whose time is subtracted. */
  readonly over?: 'bare' | 'bare-module';
  readonly extension: 'cjs' | 'mjs';
  /** The path of the request that it waits for, in the middle of its routes. It first prints its port. */
  readonly path?: string;
  text(subject: StartSubject): string;
}

const REPORT = `
const report = (more) => {
  const { user, system } = process.cpuUsage();
  process.stdout.write(JSON.stringify({ milliseconds: (user + system) / 1000, ...more() }) + '\\n');
};`;
const REPORT_TIME = 'report(() => ({}));';
// The file of the program itself is not counted.
const MODULES = 'modules: Object.keys(require.cache).length - 1';

/** The response body of both servers. */
export const EXPECTED_BODY = '{"id":"42"}';

export const PROGRAMS: readonly Program[] = [
  { id: 'bare', extension: 'cjs', text: () => REPORT + REPORT_TIME },
  { id: 'bare-module', extension: 'mjs', text: () => REPORT + REPORT_TIME },
  {
    id: 'require',
    over: 'bare',
    extension: 'cjs',
    text: ({ entry }) => `require('${entry}');${REPORT}report(() => ({ ${MODULES} }));`,
  },
  {
    id: 'import',
    over: 'bare-module',
    extension: 'mjs',
    text: ({ entry }) => `import * as entry from '${entry}';${REPORT}${REPORT_TIME}`,
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

/** Two routes for each resource. The connection of the only request closes after its response. */
function server({ application }: StartSubject, resources: number): string {
  return `
const resources = Array.from({ length: ${resources} }, (_, i) => 'resource' + i);
${application}
server.once('listening', () => process.stdout.write(server.address().port + '\\n'));
server.once('connection', (socket) => {
  socket.once('close', () => {
    report(() => {
      gc();
      return { ${MODULES}, heapUsed: process.memoryUsage().heapUsed };
    });
    process.exit();
  });
});
${REPORT}`;
}
