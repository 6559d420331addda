import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { blocksOf, inlineCodeOf, pages, readPage, root } from '../../.build/docs/markdown.js';
import { testFiles } from '../../.build/test-files.js';
import { COMMON } from '../../src/cli/command.js';
import { commands } from '../../src/cli/commands.js';

const { scripts } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
const tests = testFiles(root);
/** For contributors. */
const OTHERS = [
  '.build/README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'bench/README.md',
  'flamegraphs/README.md',
  'src/README.md',
  'test/README.md',
];

/** Every command names something that exists, whether or not a test runs it. */
describe('the commands on', () => {
  for (const page of [...pages, ...OTHERS]) {
    it(`${page} name scripts, tests, sub-commands and options that exist`, () => {
      for (const command of commandsOn(page)) checkCommand(command);
    });
  }
});

function commandsOn(page: string): string[] {
  const text = readPage(page);
  const lines = blocksOf(page, text)
    .filter(({ language }) => language === 'sh')
    .flatMap((block) => block.text.split('\n'));
  return [...lines, ...inlineCodeOf(text)];
}

function checkCommand(command: string): void {
  const [, script, args = ''] = /\bnpm (?:run )?([\w:-]+)(?: -- (.*))?$/.exec(command) ?? [];
  if (script !== undefined && /\bnpm run |\bnpm (?:start|test)$/.test(command)) {
    assert.ok(Object.hasOwn(scripts, script), `There is no script ${script}: ${command}`);
    if (script === 'test:only') for (const part of args.split(' ')) assertTest(part, command);
  }
  const [, name, options = ''] = /(?:npx|pnpm exec|yarn) maglev ([a-z]+)(.*)$/.exec(command) ?? [];
  if (name !== undefined) assertOptions(name, options.split(' -- ')[0]!, command);
}

function assertTest(part: string, command: string): void {
  const isMissing = part !== '' && !part.startsWith('<') && !tests.some((file) => file.includes(part));
  assert.ok(!isMissing || part === 'res.shout', `No test file has ${part} in its path: ${command}`);
}

function assertOptions(name: string, text: string, command: string): void {
  const found = commands.find((one) => one.name === name);
  assert.ok(found, `maglev has no command ${name}: ${command}`);
  const options = { ...COMMON, ...found.options };
  for (const [, option] of text.matchAll(/ --([a-z-]+)/g)) {
    assert.ok(Object.hasOwn(options, option!), `maglev ${name} has no option --${option}: ${command}`);
  }
}
