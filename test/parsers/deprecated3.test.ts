import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Framework, lines, mayGenerateCode } from '../support/api.js';

/** Without code generation, Express 3 can only be loaded without the wrappers that warn. */
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

test('multipart parsers emit the same deprecation warnings as in Express 3, as often', { skip }, () => {
  const seen = warnings(lines[3].maglev);
  assert.equal(seen.length, 4);
  assert.deepEqual(seen, warnings(lines[3].express));
});
