import type { Arguments, Command } from '../command.js';
import { Failure } from '../failure.js';
import { majorOf } from '../swap/plan.js';
import { describeVersions } from '../swap/report.js';
import { surveyFolders } from '../swap/survey.js';
import { workspacesOf } from '../swap/workspaces.js';
import type { Terminal } from '../terminal.js';
import { expressVersions } from '../version.js';

// This file is `dist/src/cli/register/command.js` of the package.
const REGISTER = new URL('../../../register.mjs', import.meta.url).href;

export const register: Command = {
  name: 'register',
  usage: '',
  summary: 'print the Node flag that redirects express to maglev',
  about: [
    'Prints the Node flag that redirects express to maglev. It contains a path, so that it works in every folder, as NODE_OPTIONS',
    'requires. The shorter --import maglev/register works only where maglev is installed.',
  ].join('\n'),
  options: {},
  examples: [
    [
      'NODE_OPTIONS="$(npx maglev register)" npm start',
      'run the application, and the programs it starts, on maglev',
    ],
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

/** The versions of Express in a project that maglev runs as another version. A folder without a project has none. */
function versionLines(folder: string): string[] {
  try {
    const { users } = surveyFolders([folder, ...workspacesOf(folder)]);
    const versions = new Map(expressVersions().map((version) => [majorOf(version), version]));
    return describeVersions(users, ({ express }) => versions.get(majorOf(express.version)), 'runs as');
  } catch {
    return [];
  }
}
