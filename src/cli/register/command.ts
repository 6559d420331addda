import type { Arguments, Command } from '../command.js';
import { Failure } from '../failure.js';
import { majorOf } from '../swap/plan.js';
import { describeVersions } from '../swap/report.js';
import { surveyFolders, workspacesOf } from '../swap/survey.js';
import type { Terminal } from '../terminal.js';
import { expressVersions } from '../version.js';

// This file is `dist/src/cli/register/command.js` of the package.
const REGISTER = new URL('../../../register.mjs', import.meta.url).href;

export const register: Command = {
  name: 'register',
  usage: '',
  summary: 'the option that gives maglev to all programs that ask for Express',
  about: [
    'Prints the option of node that gives maglev to whoever asks for Express, with the address of the file. By its',
    'name, as in --import maglev/register, node finds it only in folders where maglev is installed, and does not start',
    'in others: in NODE_OPTIONS, which all programs get, it has to be the address.',
  ].join('\n'),
  options: {},
  examples: [
    ['NODE_OPTIONS="$(npx maglev register)" npm start', 'the application, and what it starts, on maglev'],
  ],
  run,
};

async function run({ positionals }: Arguments, terminal: Terminal): Promise<number> {
  if (positionals.length > 0) {
    throw new Failure(`maglev register takes no file, but got ${positionals.join(', ')}.`);
  }
  for (const line of versionLines(process.cwd())) terminal.notice(line);
  terminal.print(`--import=${REGISTER}`);
  return 0;
}

/** The versions of Express in a project that programs then get another one for. Anything but a project has none. */
function versionLines(folder: string): string[] {
  try {
    const { users } = surveyFolders([folder, ...workspacesOf(folder)]);
    const versions = new Map(expressVersions().map((version) => [majorOf(version), version]));
    return describeVersions(users, ({ express }) => versions.get(majorOf(express.version)), 'runs as');
  } catch {
    return [];
  }
}
