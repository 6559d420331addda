import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Framework, lines, mayGenerateCode } from '../support/api.js';

/** Without code from strings Express 3 only loads without what warns. */
const skip = mayGenerateCode() ? false : 'Express does not warn here';

function warnings(framework: Framework): [step: string, message: string][] {
  const seen: [string, string][] = [];
  let step = '';
  const listener = ({ message }: Error): void => {
    seen.push([step, message]);
  };
  process.on('deprecation' as any, listener);
  const steps: Record<string, () => unknown> = {
    bodyParser: () => framework.bodyParser(),
    'bodyParser elsewhere': () => framework.bodyParser({}),
    multipart: () => framework.multipart(),
    'multipart elsewhere': () => framework.multipart({}),
  };
  for (const [name, run] of Object.entries(steps)) {
    step = name;
    run();
    run();
  }
  process.off('deprecation', listener);
  return seen;
}

test('readers of uploads warn as those of Express 3 do, and no more often', { skip }, () => {
  const seen = warnings(lines[3].maglev);
  assert.equal(seen.length, 4);
  assert.deepEqual(seen, warnings(lines[3].express));
});
