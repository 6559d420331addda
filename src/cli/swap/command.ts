import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Arguments, Command } from '../command.js';
import { Failure } from '../failure.js';
import type { Terminal } from '../terminal.js';
import { HOME } from './home.js';
import { Manager } from './manager.js';
import { isManifest } from './paths.js';
import { SwapRecord } from './record.js';
import { reportSwap, reportUndo } from './report.js';
import { readScript } from './scripts.js';
import { Steps } from './steps.js';
import { swapIn } from './swap.js';
import { Transaction } from './transaction.js';
import { undo } from './undo.js';
import { workspaceRootOf } from './workspaces.js';

export const swap: Command = {
  name: 'swap',
  usage: '[options] [-- flags of the package manager]',
  summary: 'replace Express with maglev in a project, for all packages that use it',
  about: [
    'Replaces every Express in the project of this folder with maglev, under the same name and major version, and installs it',
    `with the package manager of the project: npm, pnpm or yarn. The replacements are written to the folder ${HOME}, to be`,
    'committed with the rest. Then a small application is run from each package that uses Express. If one fails, if anything',
    'else fails, or if the command is interrupted, everything is restored. If it is killed, the next maglev swap',
    'does that first. What follows -- is passed to the install command of the package manager.',
  ].join('\n'),
  options: {
    undo: { type: 'boolean', help: 'install Express again, and restore all files' },
    'take-over': {
      type: 'boolean',
      help: 'restore also after a command that was killed in another container or on another machine',
    },
  },
  examples: [
    ['maglev swap', 'use maglev in the project and in all of its packages'],
    ['maglev swap --undo', 'use Express again'],
    ['maglev swap -- --legacy-peer-deps', 'for a project that is installed with this npm flag'],
  ],
  run,
};

async function run({ values, positionals, rest }: Arguments, terminal: Terminal): Promise<number> {
  if (positionals.length > 0) {
    throw new Failure(`maglev swap takes no files, but got ${positionals.join(', ')}.`);
  }
  const folder = process.cwd();
  assertProject(folder);
  const steps = new Steps(terminal);
  // Read them before the rollback, which may move this package.
  readScript('supervise');
  readScript('probe');
  const onKept = (copy: string) => {
    const file = copy.replace(/\.before-undo.*$/, '');
    const who = isManifest(file) ? '' : ', perhaps by the package manager';
    terminal.notice(
      `${file} was changed after maglev swap was interrupted${who}: that text is now in ${copy}.`,
    );
  };
  const recovered = await Transaction.recover(folder, {
    onKept,
    onLeft: steps.left,
    takesOver: values['take-over'] === true,
  });
  if (recovered !== null) {
    steps.begin(
      `restored everything to its state before a maglev swap${recovered === 'undo' ? ' --undo' : ''} that was interrupted`,
    );
  }
  // The interrupted swap is already rolled back, so there is nothing left to undo.
  if (values.undo && recovered === 'swap' && SwapRecord.read(folder) === null) return 0;
  const manager = await Manager.of(folder, rest);
  const lines = values.undo
    ? reportUndo(await undo(manager, steps))
    : reportSwap(await swapIn(manager, steps));
  terminal.print(lines.join('\n'));
  return 0;
}

function assertProject(folder: string): void {
  if (!existsSync(join(folder, 'package.json'))) {
    throw new Failure('There is no package.json here: run maglev swap in the folder of a project.');
  }
  const workspaceRoot = workspaceRootOf(folder);
  if (workspaceRoot === null) return;
  throw new Failure(`This is a workspace of ${workspaceRoot}: run maglev swap there, for all workspaces.`);
}
