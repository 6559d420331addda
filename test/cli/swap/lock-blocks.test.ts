import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { withPackagesOf } from '../../../src/cli/swap/lock-blocks.js';

const lines = (...texts: string[]) => `${texts.join('\n')}\n`;

describe('the packages of an earlier lockfile', () => {
  it('are added to that of yarn 1', () => {
    const head = ['# yarn lockfile v1', '', ''];
    const qs = ['qs@^6.0.0:', '  version "6.1.0"', ''];
    const earlier = lines(
      ...head,
      ...[
        'express@^4.17.0, express@^4.18.0:',
        '  version "4.18.1"',
        '  dependencies:',
        '    qs "^6.0.0"',
        '',
      ],
      ...qs,
      ...['"@a/b@^1.0.0":', '  version "1.0.0"'],
    );
    const now = lines(...head, ...qs, 'express@^4.17.0:', '  version "4.22.3"');
    const added = ['', '"express@^4.18.0":', '  version "4.18.1"', '  dependencies:', '    qs "^6.0.0"'];
    assert.equal(
      withPackagesOf('yarn.lock', earlier, now),
      now + lines(...added, '', '"@a/b@^1.0.0":', '  version "1.0.0"'),
    );
    assert.equal(withPackagesOf('yarn.lock', now, now), now);
  });

  it('are added to that of yarn 4', () => {
    const head = ['# generated', '', '__metadata:', '  version: 8', ''];
    const qs = ['"qs@npm:^6.0.0":', '  version: 6.1.0', ''];
    const old = '  version: 4.18.1';
    const earlier = lines(...head, '"express@npm:^4.17.0, express@npm:^4.18.0":', old, '', ...qs);
    const now = lines(...head, ...qs, '"lodash@npm:4":', '  version: 4.0.0');
    const added = lines('', '"express@npm:^4.17.0, express@npm:^4.18.0":', old);
    assert.equal(withPackagesOf('yarn.lock', earlier, now), now + added);
  });

  it('are added to that of pnpm, in both of its sections', () => {
    const text = (packages: string[], snapshots: string[]) =>
      lines(
        ...["lockfileVersion: '9.0'", '', 'importers:', '', '  .: {}', ''],
        ...['packages:', '', ...packages, 'snapshots:', '', ...snapshots].slice(0, -1),
      );
    const qs = (detail: string) => ['  qs@6.1.0:', detail, ''];
    const express = (detail: string) => ["  'express@4.18.1':", detail, ''];
    const lodash = (detail: string) => ['  lodash@4.0.0:', detail, ''];
    const [one, two] = ['    resolution: {}', '    dependencies: {}'] as const;
    const earlier = text([...express(one), ...qs(one)], [...express(two), '  qs@6.1.0: {}', '']);
    const now = text([...qs(one), ...lodash(one)], ['  qs@6.1.0: {}', '', '  lodash@4.0.0: {}', '']);
    assert.equal(
      withPackagesOf('a/pnpm-lock.yaml', earlier, now),
      text(
        [...qs(one), ...lodash(one), ...express(one)],
        ['  qs@6.1.0: {}', '', '  lodash@4.0.0: {}', '', ...express(two)],
      ),
    );
    assert.equal(withPackagesOf('pnpm-lock.yaml', now, now), now);
  });

  it('replace the replacements in that of pnpm', () => {
    const text = (specifier: string, version: string, ...others: string[]) =>
      lines(
        ...[
          'importers:',
          '',
          '  .: {}',
          '',
          '  packages/a:',
          '    dependencies:',
          ...others,
          '      express:',
        ],
        ...[`        specifier: ${specifier}`, `        version: ${version}`, '', 'packages:', ''],
        ...[`  express@${version}:`, '    resolution: {}', '', 'snapshots:', ''],
        ...['  uses@1.0.0:', '    dependencies:', `      express: ${version}`],
      );
    const path = 'file:maglev-swap/express.tgz';
    const overrides = lines('overrides:', `  express: ${path}`, '');
    const added = ['      debug:', '        specifier: ^4.0.0', '        version: 4.0.0'];
    assert.equal(
      withPackagesOf('pnpm-lock.yaml', text('^4.18.0', '4.18.1'), overrides + text(path, path, ...added)),
      text('^4.18.0', '4.18.1', ...added),
    );
  });

  it('leave the dependencies of packages that were added to pnpm', () => {
    const path = 'file:maglev-swap/express-4.22.3-maglev-5.0.0.tgz';
    const text = (importer: string[], packages: string[], snapshots: string[]) =>
      lines(
        ...['importers:', '', '  .:', '    dependencies:', ...importer, ''],
        ...['packages:', '', ...packages, 'snapshots:', '', ...snapshots].slice(0, -1),
      );
    const version = (name: string, of: string) => [
      `      ${name}:`,
      '        specifier: ^1.0.0',
      `        version: ${of}`,
    ];
    const locked = (key: string, ...body: string[]) => [`  ${key}:`, ...body, ''];
    const resolution = '    resolution: {}';
    const before = text(
      [],
      locked('express@4.18.2', resolution),
      locked('express@4.18.2', '    dependencies: {}'),
    );
    const now = text(
      [...version('adapter', `1.0.0(express@${path})`), ...version('uses', '1.0.0')],
      [
        ...locked('adapter@1.0.0', resolution),
        ...locked(`express@${path}`, resolution),
        ...locked('uses@1.0.0', resolution),
      ],
      [
        ...locked(`adapter@1.0.0(express@${path})`, '    dependencies:', `      express: ${path}`),
        ...locked(`express@${path}`, '    dependencies:', '      qs: 6.1.0'),
        ...locked(
          'uses@1.0.0',
          '    dependencies:',
          `      adapter: 1.0.0(express@${path})`,
          `      express: ${path}`,
        ),
      ],
    );
    assert.equal(
      withPackagesOf('pnpm-lock.yaml', before, now),
      text(
        [...version('adapter', '1.0.0'), ...version('uses', '1.0.0')],
        [
          ...locked('adapter@1.0.0', resolution),
          ...locked('uses@1.0.0', resolution),
          ...locked('express@4.18.2', resolution),
        ],
        [
          ...['  adapter@1.0.0: {}', ''],
          ...locked('uses@1.0.0', '    dependencies:', '      adapter: 1.0.0'),
          ...locked('express@4.18.2', '    dependencies: {}'),
        ],
      ),
    );
  });

  it('replace the replacements in that of yarn, also those that have the ranges of other packages', () => {
    const head = ['# yarn lockfile v1'];
    const path = 'file:./maglev-swap/express-5.3.0-maglev-5.0.0.tgz';
    const block = (key: string, version: string, ...more: string[]) => [
      '',
      `${key}:`,
      `  version "${version}"`,
      ...more,
    ];
    const earlier = lines(...head, ...block('express@^5.0.0', '5.1.0'));
    const merged = block(`express@>=4, express@^5.0.0, "express@${path}"`, '5.3.0', `  resolved "${path}#1"`);
    const qs = block('qs@6', '6.1.0');
    assert.equal(
      withPackagesOf('yarn.lock', earlier, lines(...head, ...merged, ...qs)),
      lines(...head, ...qs, ...block('"express@^5.0.0"', '5.1.0')),
    );
    const berry = (...blocks: string[]) => lines('__metadata:', '  version: 8', ...blocks);
    const key = JSON.stringify(`express@${path}::locator=app%40workspace%3A.`);
    assert.equal(withPackagesOf('yarn.lock', berry(), berry(...block(key, '5.3.0'), ...qs)), berry(...qs));
  });

  it('are found whatever line endings git has given to one of the lockfiles', () => {
    const crlf = (text: string) => text.replaceAll('\n', '\r\n');
    const block = (name: string, version: string) => [`${name}@^1.0.0:`, `  version "${version}"`, ''];
    const yarn = (...blocks: string[]) =>
      lines('# yarn lockfile v1', '', '', ...blocks).replace(/\n+$/, '\n');
    const earlier = yarn(...block('express', '1.0.0'), ...block('ms', '1.0.0'));
    const now = yarn(...block('ms', '1.1.0'));
    const expected = yarn(...block('ms', '1.1.0'), '"express@^1.0.0":', '  version "1.0.0"');
    assert.equal(withPackagesOf('yarn.lock', earlier, now), expected);
    assert.equal(withPackagesOf('yarn.lock', earlier, crlf(now)), crlf(expected));
    assert.equal(withPackagesOf('yarn.lock', crlf(earlier), now), expected);

    const pnpm = (...packages: string[]) => {
      return lines('packages:', '', ...packages.flatMap((key) => [`  ${key}:`, '    resolution: {}', '']));
    };
    const replaced = pnpm('express@file:maglev-swap/express.tgz', 'ms@1.1.0').trimEnd();
    const both = `${pnpm('ms@1.1.0', 'express@1.0.0').trimEnd()}\n`;
    assert.equal(withPackagesOf('pnpm-lock.yaml', pnpm('express@1.0.0'), crlf(`${replaced}\n`)), crlf(both));
  });

  it('are those of the last document of pnpm-lock.yaml', () => {
    const document = (key: string) => lines('packages:', '', `  ${key}:`, '    resolution: {}');
    const configuration = `---\n${document('hooks@1.0.0')}\n---\n`;
    const [before, now] = [document('express@1.0.0'), document('express@file:maglev-swap/express.tgz')];
    for (const earlier of [before, configuration + before]) {
      assert.equal(withPackagesOf('pnpm-lock.yaml', earlier, configuration + now), configuration + before);
    }
  });
});
