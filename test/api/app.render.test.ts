import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { mayGenerateCode, suite } from '../support/api.js';
import { folder } from '../support/api-folder.js';

const views = folder({
  'hello.ejs': '<p>Hello <%= name %></p>',
  'hello.pug': 'p Hello #{name}\n',
  'hello.hbs': '<p>Hello {{name}}</p>',
  'plain.tpl': 'plain',
  'nested/index.tpl': 'nested',
});
const others = folder({ 'plain.tpl': 'other', 'only.tpl': 'only here' });

const read = (file: string, options: any, callback: any) =>
  fs.readFile(file, 'utf8', (error, text) => callback(error, `${text}${options.name ?? ''}`));

/** Template engines compile templates to functions, which some hosts forbid. */
const skip = mayGenerateCode() ? false : 'engines generate code';

suite('app.render', (framework, line) => {
  const make = () => {
    const app = framework();
    app.set('views', views);
    app.engine('tpl', read);
    return app;
  };
  const render = (app: any, ...args: unknown[]) =>
    new Promise<any>((resolve, reject) => {
      app.render(...args, (error: any, html: string) => (error ? reject(error) : resolve(html)));
    });

  test('renders ejs and pug, chosen by extension', { skip }, async () => {
    assert.equal(await render(make(), 'hello.pug', { name: 'Tobi' }), '<p>Hello Tobi</p>');
    const app = make();
    assert.equal(await render(app, 'hello.ejs', { name: '<Tobi>' }), '<p>Hello &lt;Tobi&gt;</p>');
  });

  test('renders handlebars with an engine function of the user', { skip }, async () => {
    const app = make();
    const { default: handlebars } = await import('handlebars');
    app.engine('hbs', (file: string, options: any, callback: any) => {
      callback(null, handlebars.compile(fs.readFileSync(file, 'utf8'))(options));
    });
    app.set('view engine', 'hbs');
    assert.equal(await render(app, 'hello', { name: 'Tobi' }), '<p>Hello Tobi</p>');
  });

  test('appends the extension of the view engine, and index for folders', async () => {
    for (const extension of ['tpl', '.tpl']) {
      const app = make();
      app.set('view engine', extension);
      assert.equal(await render(app, 'plain'), 'plain');
      assert.equal(await render(app, 'nested'), 'nested');
      assert.equal(await render(app, path.join(views, 'plain')), 'plain');
    }
  });

  if (line !== 3)
    test('searches several folders in order', async () => {
      const app = make();
      app.set('views', [views, others]);
      assert.equal(await render(app, 'plain.tpl'), 'plain');
      assert.equal(await render(app, 'only.tpl'), 'only here');
    });

  test('lists the searched folders in the error', async () => {
    const app = make();
    const one: any = await render(app, 'no.tpl').catch((error) => error);
    assert.equal(one.message, `Failed to lookup view "no.tpl" in views directory "${views}"`);
    assert.equal(one.view.name, 'no.tpl');
    if (line === 3) return;
    app.set('views', [views, others, '/third']);
    const many: any = await render(app, 'no.tpl').catch((error) => error);
    assert.equal(
      many.message,
      `Failed to lookup view "no.tpl" in views directories "${views}", "${others}" or "/third"`,
    );
  });

  test('returns the result of the callback for a missing view, and undefined otherwise', () => {
    const app = make();
    assert.equal(
      app.render('no.tpl', () => 'result'),
      'result',
    );
    app.engine('tpl', () => 'rendering');
    assert.equal(
      app.render('plain.tpl', () => 'result'),
      undefined,
    );
    app.engine('tpl', () => {
      throw new Error('engine threw');
    });
    assert.equal(
      app.render('plain.tpl', () => 'result'),
      undefined,
    );
  });

  test('returns the result of the callback to an asynchronous engine', async () => {
    const app = make();
    const seen = new Promise((resolve) => {
      app.engine('tpl', (_file: string, _options: unknown, callback: any) => {
        setImmediate(() => resolve(callback(null, 'later')));
      });
    });
    app.render('plain.tpl', (_error: unknown, html: string) => `${html} seen`);
    assert.equal(await seen, 'later seen');
  });

  if (line !== 3)
    test('returns the result of a custom resolve, even if it is falsy', () => {
      const View = make().get('view');
      for (const found of [null, '', 0, false, undefined, 'found']) {
        const view = Object.create(View.prototype);
        view.root = [views, others];
        view.resolve = () => found;
        assert.equal(view.lookup('plain.tpl'), found);
      }
    });

  test('throws if there is no engine', () => {
    const app = make();
    const ignore = () => {};
    assert.throws(() => app.render('plain', ignore), {
      name: 'Error',
      message: 'No default engine was specified and no extension was provided.',
    });
    assert.throws(() => app.render('x.nosuchengine', ignore), { code: 'MODULE_NOT_FOUND' });
    if (line === 3) return;
    assert.throws(() => app.render('x.qs', ignore), {
      message: 'Module "qs" does not provide a view engine.',
    });
  });

  test('merges app.locals, _locals and options', async () => {
    const app = make();
    // The locals of 3.x are a function, whose own name is read-only.
    if (line === 3) Object.defineProperty(app.locals, 'name', { value: 'app', enumerable: true });
    else app.locals.name = 'app';
    assert.equal(await render(app, 'plain.tpl'), 'plainapp');
    assert.equal(await render(app, 'plain.tpl', { _locals: { name: 'res' } }), 'plainres');
    assert.equal(await render(app, 'plain.tpl', { name: 'own', _locals: { name: 'res' } }), 'plainown');
    if (line === 5) assert.equal(await render(app, 'plain.tpl', undefined), 'plainapp');
    else assert.throws(() => app.render('plain.tpl', undefined, () => {}), { name: 'TypeError' });
  });

  test('passes an error thrown by the engine to the callback', async () => {
    const app = make();
    app.engine('tpl', () => {
      throw new Error('engine threw');
    });
    await assert.rejects(render(app, 'plain.tpl'), { message: 'engine threw' });
  });

  if (line === 5)
    test('always calls the callback asynchronously', async () => {
      const app = make();
      app.engine('tpl', (_file: string, _options: unknown, callback: any) => callback(null, 'now'));
      const order: string[] = [];
      const done = new Promise((resolve) => {
        app.render('plain.tpl', (_error: unknown, html: string) => {
          order.push(html);
          resolve(html);
        });
      });
      order.push('returned');
      await done;
      assert.deepEqual(order, ['returned', 'now']);
    });

  if (line !== 5)
    test('calls the callback synchronously if the engine does', () => {
      const app = make();
      app.engine('tpl', (_file: string, _options: unknown, callback: any) => callback(null, 'now'));
      let html = '';
      app.render('plain.tpl', (_error: unknown, text: string) => {
        html = text;
      });
      assert.equal(html, 'now');
    });

  test('caches views if the view cache is enabled', async () => {
    const app = make();
    let created = 0;
    const View = app.get('view');
    app.set('view', function (this: any, name: string, options: any) {
      created++;
      View.call(this, name, options);
    });
    app.get('view').prototype = View.prototype;
    await render(app, 'plain.tpl');
    await render(app, 'plain.tpl');
    assert.equal(created, 2);
    await render(app, 'plain.tpl', { cache: true });
    await render(app, 'plain.tpl', { cache: true });
    assert.equal(created, 3);
    app.enable('view cache');
    await render(app, 'plain.tpl');
    assert.equal(created, 3);
    assert.deepEqual(Object.keys(app.cache), ['plain.tpl']);
    await render(app, 'plain.tpl', { cache: false });
    assert.equal(created, 4);
  });

  test('accepts a custom view class', async () => {
    const app = make();
    class Custom {
      path = 'somewhere';
      constructor(
        readonly name: string,
        readonly options: any,
      ) {}
      render(options: any, callback: any) {
        callback(
          null,
          `${this.name} ${this.options.defaultEngine} ${this.options.root === views} ${options.name}`,
        );
      }
    }
    app.set('view', Custom).set('view engine', 'e');
    assert.equal(await render(app, 'v', { name: 'n' }), 'v e true n');
  });
});
