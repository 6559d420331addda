import assert from 'node:assert/strict';
import Module from 'node:module';
import { test } from 'node:test';
import maglev from '../../src/index.js';
import { folder } from '../support/api-folder.js';

const views = folder({ 'a.both-engines': '', 'a.one-engine': '', 'a.odd-engine': '' });
const engine = (tag: string) => (_file: string, _options: unknown, callback: any) => callback(null, tag);

const modules: Record<string, object> = {
  'both-engines': { __maglev: engine('maglev'), __express: engine('express') },
  'one-engine': { __express: engine('express') },
  'odd-engine': { __maglev: 'not a function', __express: engine('express') },
};

/** Renders with fake modules, which are not installed. */
const render = async (view: string): Promise<string> => {
  const loader = Module as unknown as { _load: (...args: unknown[]) => unknown };
  const load = loader._load;
  loader._load = function (this: unknown, ...args: unknown[]) {
    return modules[args[0] as string] ?? load.apply(this, args);
  };
  try {
    const app: any = maglev();
    app.set('views', views);
    return await new Promise((resolve, reject) => {
      app.render(view, (error: unknown, html: string) => (error ? reject(error) : resolve(html)));
    });
  } finally {
    loader._load = load;
  }
};

test('view engines are loaded from __maglev first, then from __express', async () => {
  assert.equal(await render('a.both-engines'), 'maglev');
  assert.equal(await render('a.one-engine'), 'express');
  assert.equal(await render('a.odd-engine'), 'express');
});
