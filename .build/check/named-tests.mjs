// `node:test` as the tests of `npm run check` import it: see narrow.mjs.
import test from 'node:test';

export { after, afterEach, before, beforeEach, mock } from 'node:test';

/** The names that the suites of test/support and the tests use for what they run on. */
const ELSEWHERE = /\b[34]\.x\b|\bHTTP\/2\b|\((?:express|body-parser)\b|\((?:maglev|express) [34]\b/;

const narrowed = (declare) =>
  Object.assign(
    (name, ...rest) => (ELSEWHERE.test(String(name)) ? undefined : declare(name, ...rest)),
    declare,
  );

const { describe, it, suite } = test;
const [narrowTest, narrowDescribe, narrowIt, narrowSuite] = [test, describe, it, suite].map(narrowed);

export { narrowDescribe as describe, narrowIt as it, narrowSuite as suite, narrowTest as test };
export default Object.assign(narrowTest, { describe: narrowDescribe, it: narrowIt, test: narrowTest });
