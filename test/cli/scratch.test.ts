import { after, before, describe } from 'node:test';
import { Installation } from '../package/project.js';
import { testCheck } from './check.js';
import { testPage } from './page.js';
import { testProblems } from './problems.js';
import { testRoutes } from './routes.js';

let installation: Installation;
describe('scratch', () => {
  before(() => {
    installation = new Installation();
  });
  after(() => installation.remove());
  for (const test of [testRoutes, testCheck, testProblems, testPage]) test(() => installation);
});
