import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { LeftAlone, Survey, User } from '../../../src/cli/swap/survey.js';
import { assertForksKept, assertSwapped } from '../../../src/cli/swap/verify.js';

const user = (name: string, version: string, path = `node_modules/${name}`, maglev?: string): User => ({
  name,
  version: '1.0.0',
  path,
  range: '*',
  kind: 'package',
  express: { version, maglev, path: `${path}/node_modules/express` },
});
const swapped = (name: string, version: string, path?: string) => user(name, version, path, '5.0.0');
const left = (name: string, version: string, isFork = false): LeftAlone => {
  const common = { name: 'express', version, why: 'a reason', user: name };
  return isFork ? { ...common, isFork } : common;
};
const surveyOf = (users: readonly User[], leftAlone: readonly LeftAlone[] = []): Survey => ({
  users,
  leftAlone,
});
const check = (before: Survey, now: Survey) => {
  assertForksKept(before, now);
  assertSwapped(before, now.users);
};

describe('after a swap', () => {
  it('each package has maglev of its major, also where pnpm has moved it', () => {
    const before = surveyOf([user('uses', '4.18.2', 'node_modules/.pnpm/uses@1_express@4')]);
    const place = 'node_modules/.pnpm/uses@1_express@file+maglev';
    check(before, surveyOf([swapped('uses', '4.22.3', place)]));
    assert.throws(
      () => check(before, surveyOf([swapped('uses', '5.3.0', place)])),
      /uses would get maglev for Express 5\.3\.0; .* had 4\.$/,
    );
    assert.throws(() => check(before, surveyOf([user('uses', '4.18.2')])), /uses would get Express 4\.18\.2/);
    assert.throws(() => check(before, surveyOf([])), /uses would get no Express/);
  });

  it('a package whose range did not accept its maglev has that of its range', () => {
    const moved = { ...swapped('moved', '4.22.3'), range: '^5.0.0', line: '5' };
    const before = surveyOf([moved, { ...swapped('moved', '4.22.3', 'inner'), range: '^4.0.0' }]);
    const now = (first: string) => {
      const path = 'node_modules/.pnpm/moved';
      return surveyOf([
        { ...swapped('moved', first, path), range: '^5.0.0' },
        swapped('moved', '4.22.3', 'inner'),
      ]);
    };
    check(before, now('5.3.0'));
    assert.throws(
      () => check(before, now('4.22.3')),
      /moved would get maglev for Express 4\.22\.3; .* needs 5\.$/,
    );
  });

  it('a package that had none has that of its range, unless its dependants provide it', () => {
    const before = surveyOf([user('uses', '4.18.2')]);
    const added = { ...swapped('added', '4.22.3'), range: '^5.0.0' };
    const now = (one: User) => surveyOf([swapped('uses', '4.22.3'), one]);
    assert.throws(
      () => check(before, now(added)),
      /added would get maglev for Express 4\.22\.3; .* had none\.$/,
    );
    check(before, now({ ...added, isPeer: true }));
  });

  it('a package that found no Express before may have one', () => {
    check(
      surveyOf([user('uses', '4.18.2')]),
      surveyOf(['uses', 'new'].map((name) => swapped(name, '4.22.3'))),
    );
  });

  it('no package has another major than the Express that was left alone', () => {
    const before = surveyOf([user('uses', '4.18.2')], [left('old', '2.5.11')]);
    const now = surveyOf([swapped('uses', '4.22.3'), swapped('old', '4.22.3')]);
    assert.throws(() => check(before, now), /old would get maglev for Express 4\.22\.3; .* had 2\.$/);
  });

  it('each package has its own Express still, also if others of that name have kept it', () => {
    const fork = left('app', '5.99.0', true);
    const before = surveyOf([user('uses', '4.18.2')], [fork]);
    const others = [swapped('uses', '4.22.3')];
    check(before, surveyOf(others, [fork]));
    const lost = /app would lose its express 5\.99\.0 \(a reason\)/;
    const now = [...others, swapped('app', '5.3.0')];
    assert.throws(() => check(before, surveyOf(now)), lost);
    assert.throws(() => check(before, surveyOf(now, [fork])), lost);
  });
});
