import { after, before, describe } from 'node:test';
import { testCommand } from '../cli/installed.js';
import { testAliases } from './by-alias.js';
import { testName } from './by-name.js';
import { testContents } from './contents.js';
import { testDeepFiles } from './deep-files.js';
import { Installation } from './project.js';
import { testRegister } from './register.js';
import { testRegisteredLines } from './register-lines.js';
import { testTypes } from './types.js';

// One installation for all of these tests, because it takes most of the time.
describe('the installed package', () => {
  let installation: Installation;
  before(() => {
    installation = new Installation();
  });
  after(() => installation?.remove());

  for (const test of [
    testContents,
    testName,
    testAliases,
    testDeepFiles,
    testRegister,
    testRegisteredLines,
    testTypes,
    testCommand,
  ])
    test(() => installation);
});
