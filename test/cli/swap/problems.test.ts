import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { npmProblems, summaryOf } from '../../../src/cli/swap/problems.js';

describe('the problems that npm ls prints', () => {
  const of = (printed: object) => npmProblems({ code: 1, stdout: JSON.stringify(printed), stderr: '' }, '/p');

  it('are those of packages, with relative paths', () => {
    const problems = ['missing: qs@1, required by app@', 'invalid: a@1 /p/node_modules/a'];
    const error = { code: 'ELSPROBLEMS', summary: problems.join('\n'), detail: '' };
    assert.deepEqual(of({ problems, error }), [problems[0], 'invalid: a@1 ./node_modules/a']);
  });

  it('include the error that prevents it from listing packages', () => {
    const summary =
      "must not have multiple workspaces with the same name\npackage 'x' in:\n    /p/a\n    /p/b";
    assert.deepEqual(of({ error: { code: 'EDUPLICATEWORKSPACE', summary, detail: '' } }), [
      "EDUPLICATEWORKSPACE: must not have multiple workspaces with the same name package 'x' in: ./a ./b",
    ]);
  });

  it('include a failure without a description', () => {
    const [problem] = npmProblems(
      { code: 7, stdout: '', stderr: 'npm error cannot read it\nnpm error A complete log of this run\n' },
      '/p',
    );
    assert.equal(problem, 'npm ls failed: cannot read it');
    assert.deepEqual(npmProblems({ code: 7, stdout: 'no JSON', stderr: '' }, '/p'), [
      'npm ls failed: exit code 7',
    ]);
  });

  it('are none if it succeeds', () => {
    assert.deepEqual(npmProblems({ code: 0, stdout: '{"name":"app"}', stderr: '' }, '/p'), []);
    assert.deepEqual(npmProblems({ code: 0, stdout: '', stderr: '' }, '/p'), []);
  });
});

describe('the summary of what a package manager prints', () => {
  const path = '/p/maglev-swap/express-4.22.3-maglev-5.0.0.tgz';

  it('has the error of the system, without the stack of the package manager', () => {
    const printed = [
      'Lockfile is up to date, resolution step is skipped',
      ` ENOENT  ENOENT: no such file or directory, open '${path}'`,
      '',
      `pnpm: ENOENT: no such file or directory, open '${path}'`,
      '    at open (node:internal/fs/promises:640:25)',
      '    at async /opt/error/pnpm.cjs:116529:16',
      '    at new Promise (<anonymous>)',
    ].join('\n');
    const error = `ENOENT: no such file or directory, open '${path}'`;
    assert.equal(summaryOf(printed), `ENOENT ${error} pnpm: ${error}`);
  });

  it('has the last lines if none reports an error', () => {
    assert.equal(summaryOf('one\ntwo\nthree\nfour\n    at new Promise (<anonymous>)\n'), 'two three four');
    assert.equal(summaryOf(''), '');
  });
});
