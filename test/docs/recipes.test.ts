import { describe, it } from 'node:test';
import { firstSteps, recipeOf, singleInstall } from '../swap/page.js';

/** `npm run test:swap` runs them. */
describe('the commands of the pages that are tested with package managers', () => {
  for (const command of ['npm', 'pnpm', 'yarn']) it(`are found for ${command}`, () => void recipeOf(command));
  it('are found for a single Express', () => void singleInstall());
  it('are found for the first steps', () => void firstSteps());
});
