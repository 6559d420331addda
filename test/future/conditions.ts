/** What a later version of Node may take away, or a user forbid, and the flags of Node by which the tests do. */
import { fileURLToPath } from 'node:url';

export type Condition = keyof typeof CONDITIONS;

/** Those of the Node that runs this. */
export const CONDITIONS = conditionsOn(Number.parseInt(process.versions.node, 10));

/** Without `--frozen-intrinsics`: there, Express does not start, because depd fails while it is loaded. */
export function conditionsOn(major: number) {
  return {
    'process.binding is gone': without('process-binding'),
    'process.binding is deprecated': without('deprecated-binding'),
    'url.Url is gone': without('url-class'),
    'headers are stored under another symbol': without('header-record'),
    '_header is an accessor': without('header-field'),
    'sockets hide their parser': without('socket-parser'),
    'classes of messages are under other symbols': without('message-classes'),
    'connections are not listed': without('connections'),
    'permissions are needed': [
      major < 24 ? '--experimental-permission' : '--permission',
      '--allow-fs-read=*',
      '--allow-fs-write=*',
      '--allow-child-process',
      '--allow-worker',
      // Sockets need a permission since Node 25.
      ...(major < 25 ? [] : ['--allow-net']),
    ],
    'pending deprecations are reported': ['--pending-deprecation'],
    'deprecations are thrown': ['--throw-deprecation'],
  } as const satisfies Record<string, readonly string[]>;
}

function without(name: string): readonly string[] {
  return [`--require=${fileURLToPath(new URL(`./without/${name}.cjs`, import.meta.url))}`];
}
