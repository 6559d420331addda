import assert from 'node:assert/strict';
import { it } from 'node:test';
import { splitFlags } from '../../src/cli/app/flags.js';

it('after --, passes flags to node while node knows them, and the rest to the application', () => {
  const split = (text: string) => {
    const { flags, args } = splitFlags(text.split(' ').filter(Boolean));
    return [flags.join(' '), args.join(' ')];
  };
  assert.deepEqual(split(''), ['', '']);
  assert.deepEqual(split('--import tsx'), ['--import tsx', '']);
  assert.deepEqual(split('--import=tsx --enable-source-maps'), ['--import=tsx --enable-source-maps', '']);
  assert.deepEqual(split('--port 80'), ['', '--port 80']);
  assert.deepEqual(split('serve --config a.json'), ['', 'serve --config a.json']);
  assert.deepEqual(split('-r dotenv/config --port 80'), ['-r dotenv/config', '--port 80']);
  assert.deepEqual(split('-- --inspect'), ['', '--inspect']);
  assert.deepEqual(split('--import tsx -- --require x'), ['--import tsx', '--require x']);
});
