import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { applyFixes } from '../../../src/cli/check/apply-fixes.js';
import { textsOfFirst } from '../../../src/cli/check/code/literals.js';
import { edit } from '../../../src/cli/check/code/parser.js';
import { SourceFile } from '../../../src/cli/check/code/source-file.js';
import { findInFile } from '../../../src/cli/check/code.js';
import type { Entry, Finding } from '../../../src/cli/check/finding.js';
import { planFixes, withoutVainFixes } from '../../../src/cli/check/fix.js';
import { findingsText } from '../../../src/cli/check/text.js';
import { createStyle } from '../../../src/cli/style.js';

/** A statement of a handler, the rule that reports it, and its fix; null if the fix is not certain. */
const IN_HANDLERS: readonly (readonly [code: string, rule: string | null, written?: string | null])[] = [
  ['res.send(404)', 'send-status', 'res.sendStatus(404)'],
  ['res.set("a", "b").send(ok ? 200 : 404)', 'send-status', 'res.set("a", "b").sendStatus(ok ? 200 : 404)'],
  ['res.send(404, body)', 'send-status', 'res.status(404).send(body)'],
  ['res.send(body, 404)', 'send-status', 'res.status(404).send(body)'],
  ['res.send(e.status || 500, f(1, 2))', 'send-status', 'res.status(e.status || 500).send(f(1, 2))'],
  ['res.send(one, two)', 'send-status', null],
  ['res.send(user || 404)', 'send-status', null],
  ["res['send'](404)", 'send-status', "res['sendStatus'](404)"],
  ["res['send'](404, body)", 'send-status', "res['status'](404).send(body)"],
  ['res?.send(404, body)', 'send-status', 'res?.status(404).send(body)'],
  ['res.send((404), (body))', 'send-status', 'res.status((404)).send((body))'],
  ['res.send((one, two), 404)', 'send-status', 'res.status(404).send((one, two))'],
  ['const OK = 200; res.send(OK)', 'send-status', 'const OK = 200; res.sendStatus(OK)'],
  ['var OK = 200; res.send(a ? OK : 404)', 'send-status', 'var OK = 200; res.sendStatus(a ? OK : 404)'],
  ['const s = e.status || 500; res.send(s)', 'send-status', 'const s = e.status || 500; res.sendStatus(s)'],
  ['const user = find() || 404; res.send(user)', 'send-status', null],
  ['res.send(ok ? user || 404 : 200)', 'send-status', null],
  ['const OK = 200; res.send(OK, body)', 'send-status', 'const OK = 200; res.status(OK).send(body)'],
  ['const found = find() || 0; res.send(found, 200)', 'send-status', null],
  ['const found = find() || 0; res.send(found, body)', 'send-status', null],
  ['res.send(200, 7)', 'send-status', 'res.status(200).send(7)'],
  ['const OK = "200"; res.send(OK)', null],
  ['let code = 200; code = find(); res.send(code)', null],
  ['let code = 200; for (code of list) res.send(code)', null],
  ['let code = 200; code++; res.send(code)', null],
  ['const OK = 200; each((OK) => res.send(OK))', null],
  ['const OK = 200; try { f() } catch (OK) { res.send(OK) }', null],
  ['const OK = 200; for (const OK of list) res.send(OK)', null],
  ['const OK = 200; for (let OK = a; ; ) res.send(OK)', null],
  ['const OK = 200; switch (a) { case 1: let OK = b; res.send(OK); }', null],
  ['const OK = 200; f(function OK() { res.send(OK); })', null],
  ['{ const OK = 200; } res.send(OK)', null],
  ['if (a) { var OK = 200; f(() => res.send(OK)); } OK = b', null],
  ['if (a) { var OK = 200; } res.send(OK)', null],
  ['res.send(299)', 'send-status', null],
  ["res.type('html').send(404)", 'send-status', null],
  ["res.type('html'); if (a) f(() => res.status(404).send(404))", 'send-status', null],
  ["res.set('Content-Type', 'text/html').send(404)", 'send-status', null],
  ["res.set({ 'content-type': 'text/html' }).send(404)", 'send-status', null],
  ['res.set(headers).send(404)', 'send-status', null],
  ['res.set({ ...headers }).send(404)', 'send-status', null],
  ['res.set({ [name]: value }).send(404)', 'send-status', null],
  ['res.set({ a: "b" }).send(404)', 'send-status', 'res.set({ a: "b" }).sendStatus(404)'],
  ["other.type('a'); res.send(404)", 'send-status', "other.type('a'); res.sendStatus(404)"],
  ['res.send(404 /* none */, body)', 'send-status', null],
  ['res.send((404 /* none */), body)', 'send-status', 'res.status((404 /* none */)).send(body)'],
  ['f(res.send.bind(res, 404))', 'send-status', null],
  ['f(res.send.bind(res, body))', null],
  ['f(res.send.bind(res))', null],
  ['res.send("404")', null],
  ['res.send(value)', null],
  ['other.send(404)', null],
  ['res.json(201, { a: 1 })', 'json-status', 'res.status(201).json({ a: 1 })'],
  ['res.json({ a: 1 }, 201)', 'json-status', 'res.status(201).json({ a: 1 })'],
  ['res.jsonp(201, a)', 'json-status', 'res.status(201).jsonp(a)'],
  ['res.json((ok ? 200 : 404), (a, b))', 'json-status', 'res.status((ok ? 200 : 404)).json((a, b))'],
  ['res.json(5, 201)', 'json-status', 'res.status(201).json(5)'],
  ['res.json(404, /* none */ value)', 'json-status', null],
  ['res.json(value /* none */, 404)', 'json-status', null],
  ['const OK = 200; res.json(a, OK)', 'json-status', 'const OK = 200; res.status(OK).json(a)'],
  ['res.json(404, find() || 0)', 'json-status', null],
  ['f(res.json.bind(res, 404))', 'json-status', null],
  ['res.json(a)', null],
  ["res.status('404').end()", 'status-text', 'res.status(404).end()'],
  ['res.sendStatus(1000)', 'status-text', null],
  ['res.status(ok ? 200 : 99).end()', 'status-text', null],
  ['res.status(200.5).end()', 'status-text', null],
  ['res.status(999).end()', null],
  ["res.vary().send('a')", 'vary-nothing', "res.send('a')"],
  ['if (a) res.vary()', 'vary-nothing', null],
  ["f(res.vary(''))", 'vary-nothing', null],
  ["res.vary('Accept')", null],
  ['res.vary([])', null],
  ["res.redirect('/a', 301)", 'redirect-order', "res.redirect(301, '/a')"],
  ['res.redirect("/" + a, code)', 'redirect-order', 'res.redirect(code, "/" + a)'],
  ["res.redirect('/a', /* for good */ 301)", 'redirect-order', null],
  [
    'const MOVED = 301; res.redirect(a, MOVED)',
    'redirect-order',
    'const MOVED = 301; res.redirect(MOVED, a)',
  ],
  ["f(res.redirect.bind(res, 'back'))", 'redirect-back', null],
  ["res.redirect(301, '/a')", null],
  ['res.redirect(a, b)', null],
  ["res.redirect('back', 301)", 'redirect-order', "res.redirect(301, req.get('Referrer') || '/')"],
  ["res.redirect(('/a'), (301))", 'redirect-order', "res.redirect((301), ('/a'))"],
  ["res.redirect('back')", 'redirect-back', "res.redirect(req.get('Referrer') || '/')"],
  ["res.redirect(303, 'back')", 'redirect-back', "res.redirect(303, req.get('Referrer') || '/')"],
  ["res.location('back')", 'redirect-back', "res.location(req.get('Referrer') || '/')"],
  ["res.sendfile(path.join(__dirname, 'a'))", 'removed-member', "res.sendFile(path.join(__dirname, 'a'))"],
  ["res.sendfile('a', { root: '/' })", 'removed-member', "res.sendFile('a', { root: '/' })"],
  ["res.sendfile('a')", 'removed-member', null],
  ["req.acceptsCharset('utf-8')", 'removed-member', "req.acceptsCharsets('utf-8')"],
  ["req['acceptsCharset']('a')", 'removed-member', "req['acceptsCharsets']('a')"],
  ["req.param('id')", 'req-param', null],
  ["f(req['host'])", 'req-host', "f(req['hostname'])"],
  [
    'req.query = (a, b)',
    'query-assignment',
    "Object.defineProperty(req, 'query', { value: (a, b), configurable: true, enumerable: true, writable: true })",
  ],
  ["(req.params).hasOwnProperty('a')", 'params-prototype', "Object.hasOwn((req.params), 'a')"],
  ['f(req.host)', 'req-host', 'f(req.hostname)'],
  [
    'req.query = { a: 1 }',
    'query-assignment',
    "Object.defineProperty(req, 'query', { value: { a: 1 }, configurable: true, enumerable: true, writable: true })",
  ],
  ['req.query = /* none */ { a: 1 }', 'query-assignment', null],
  ['f(req.query = { a: 1 })', 'query-assignment', null],
  ['req.query.page = 1', 'query-assignment', null],
  ['req.query[name] ??= 1', 'query-assignment', null],
  ['delete req.query.page', 'query-assignment', null],
  ['delete (req).query[name][0]', 'query-assignment', null],
  ['f(req.query.page++)', 'query-assignment', null],
  ['const query = req.query; delete query.page', null],
  ["Object.defineProperty(req, 'query', { value: {} }); req.query.page = 1", null],
  ['delete other.query.page', null],
  ['res.query.page = 1', null],
  ['f(-req.query.page)', null],
  ['f(req.query.a.b)', 'nested-query', null],
  ["req.query.a.split(',')", null],
  ['f(req.query.list.length)', null],
  ["req.params.hasOwnProperty('a')", 'params-prototype', "Object.hasOwn(req.params, 'a')"],
  ['f(req.params[0])', 'numbered-parameter', null],
  ['const { host } = req', 'req-host', null],
  ['const { host } = other', null],
  ['const { 0: rest } = req.params', 'numbered-parameter', null],
  ['const { params: { 0: rest } } = req', 'numbered-parameter', null],
  ['({ 0: rest } = req.params)', 'numbered-parameter', null],
  ['const all = req.params; f(all[0])', 'numbered-parameter', null],
  ['const { params } = req; f(params[0])', 'numbered-parameter', null],
  ['const all = req.params; each((all) => all[0])', null],
  ['const { params: { id }, hostname } = req', null],
  ['req.params[0].split("/").forEach(f)', 'numbered-parameter', null],
  ['res.clearCookie("a", { maxAge: 1 })', 'changed-option', null],
];

/** A statement of a module in which `express` and `app` have their usual meaning. */
const IN_MODULES: readonly (readonly [code: string, rule: string | null, written?: string | null])[] = [
  ["app.del('/a', f)", 'removed-member', "app.delete('/a', f)"],
  ["app['del']('/a', f)", 'removed-member', "app['delete']('/a', f)"],
  ['app.param(function (name, fn) {})', 'removed-member', null],
  ["app.param('id', function (req, res, next, id) {})", null],
  ['f(express.static.mime)', 'removed-member', null],
  [
    "app.use(express.static('a', { hidden: true }))",
    'changed-option',
    "app.use(express.static('a', { dotfiles: 'allow' }))",
  ],
  ['app.use(express.urlencoded())', 'changed-option', 'app.use(express.urlencoded({ extended: true }))'],
  [
    "app.use(express.urlencoded({ limit: '1mb' }))",
    'changed-option',
    "app.use(express.urlencoded({ extended: true, limit: '1mb' }))",
  ],
  ['app.use(express.urlencoded({ extended: false }))', null],
  ['app.use(express.query())', 'bundled-middleware', ''],
];

const FROM_3: typeof IN_MODULES = [
  ["app.configure('development', f)", 'removed-member', null],
  ['app.use(express.bodyParser())', 'bundled-middleware', null],
  ['app.use(app.router)', 'app-router', null],
  ['app.locals({ a: 1 })', 'removed-member', 'Object.assign(app.locals, { a: 1 })'],
  ["app.del('/a', f)", null],
];

describe('moving to another Express', () => {
  for (const [code, rule, written] of IN_HANDLERS) {
    it(`${rule ? `reports ${rule} for` : 'accepts'} ${code}`, () => {
      judge((text) => `app.get('/', (req, res) => {\n  ${text};\n});\n`, code, rule, written, '4', '5');
    });
  }

  for (const [code, rule, written] of IN_MODULES) {
    it(`${rule ? `reports ${rule} for` : 'accepts'} ${code}`, () =>
      judge(inModule, code, rule, written, '4', '5'));
  }

  for (const [code, rule, written] of FROM_3) {
    it(`from 3.x to 4.x ${rule ? `reports ${rule} for` : 'accepts'} ${code}`, () => {
      judge(inModule, code, rule, written, '3', '4');
    });
  }

  it('reports nothing if the version stays the same', () => {
    assert.deepEqual(find('app.get("/", (req, res) => res.send(404));', '4', '4'), []);
    assert.deepEqual(find('app.get("/", (req, res) => res.send(404));', '5', '5'), []);
  });

  it('recognizes a request by its position, name or owner, and not if the name is shadowed', () => {
    const found = (text: string) => find(text, '4', '5').map(({ rule, fix }) => [rule, fix !== undefined]);
    assert.deepEqual(found('function handle(request, response) { response.send(404); }'), [
      ['send-status', true],
    ]);
    assert.deepEqual(found('function handle(err, req, res, next) { req.res.send(404); }'), [
      ['send-status', true],
    ]);
    assert.deepEqual(found('f((req, res) => g(() => res.send(404)));'), [['send-status', true]]);
    // A single parameter of that name may be anything.
    assert.deepEqual(found('function fail(res) { res.send(404); }'), [['send-status', false]]);
    assert.deepEqual(found('f((req, res) => g((res) => res.body.send(404)));'), []);
    assert.deepEqual(found('f((req, res) => { { const res = other; res.send(404); } });'), []);
    assert.deepEqual(found('f((req, res) => { var res = other(); res.send(404); });'), []);
  });

  it('removes a statement that only calls vary', () => {
    const text = 'app.get("/", (req, res) => {\n  res.vary();\n  res.end();\n});\n';
    const [found] = find(text, '4', '5');
    assert.equal(edit(text, found!.fix!.edits), text.replace('  res.vary();\n', ''));
  });

  it('offers no fix for a status if middleware sets a type', () => {
    const routes = 'app.get("/", (req, res) => res.send(404));';
    const typed = (code: string) =>
      find(`app.use((q, s, next) => { ${code}; next(); });\n${routes}`, '4', '5');
    assert.equal(typed("s.type('json')")[0]!.fix, undefined);
    assert.equal(typed("s.type('json')")[0]!.rewrite, 'res.status(404).send("Not Found")');
    assert.ok(typed("s.set('a', 'b')")[0]!.fix);
  });

  it('reads TypeScript', () => {
    const text =
      'enum A { B }\nclass C { constructor(private a: A) {}\n  m = (req: Request, res: Response): void => { res!.send(404 as number); } }';
    const [found] = find(text, '4', '5', 'file.ts');
    assert.equal(found!.rule, 'send-status');
    assert.match(edit(text, found!.fix!.edits), /res!\.sendStatus\(404 as number\)/);
  });

  it('recognizes import = require of TypeScript', () => {
    const [found] = find("import express = require('express');\nexpress.urlencoded();", '4', '5', 'file.cts');
    assert.equal(found?.rule, 'changed-option');
  });

  it('handles long chains of calls', () => {
    const [found] = find(`require('express')()${'.set("a", "b")'.repeat(1000)}.del("/", f);`, '4', '5');
    assert.equal(found?.rule, 'removed-member');
  });

  it('accepts its own fixes', () => {
    for (const [code, , written] of IN_HANDLERS) {
      const inside = (text: string) => `app.get('/', (req, res) => {\n  ${text};\n});\n`;
      if (!written) continue;
      const left = find(inside(written), '4', '5').filter(({ fix }) => fix);
      assert.deepEqual(left, [], code);
    }
  });
});

/** A statement of a handler of `/files/*`, and its fix; null if the fix is not certain. */
const IN_WILDCARDS: readonly (readonly [code: string, written: string | null])[] = [
  ['f(req.params[0])', "f((req.params.splat || []).join('/'))"],
  ['const p = req.params; f(p[0])', "const p = req.params; f((p.splat || []).join('/'))"],
  ['const { params: p } = req; f(p[0])', "const { params: p } = req; f((p.splat || []).join('/'))"],
  ['let p = req.params; p = other; f(p[0])', null],
  ['const { 0: path } = req.params', "const path = (req.params.splat || []).join('/')"],
  ['var p = req.params, { 0: path } = p', "var p = req.params, path = (p.splat || []).join('/')"],
  ["const { 0: path = '' } = req.params", null],
  [
    'const { 0: path, id } = req.params',
    "const { id } = req.params, path = (req.params.splat || []).join('/')",
  ],
  ['let { id, 0: path } = req.params', "let { id } = req.params, path = (req.params.splat || []).join('/')"],
  ['const { id, /* all */ 0: path } = req.params', null],
  ['const { 0: path, ...rest } = req.params', null],
  ['const { /* all */ 0: path } = req.params', null],
  ['const { params: { 0: path } } = req', null],
];

describe('a numbered parameter of a wildcard that gets a name', () => {
  const inside = (code: string, path: string) => `app.get(${path}, (req, res) => {\n  ${code};\n});\n`;
  const findAt = (code: string, path: string, type?: string) => {
    const file = new SourceFile(`/nowhere/file.${type ?? 'js'}`, inside(code, path));
    const parts = [{ text: path.slice(1, -1), regexp: path.startsWith('/') }];
    const layer = { handlers: [], methods: ['GET'], source: `${file.path}:1`, parts };
    return findInFile(file, [{ layer, row: { methods: ['GET'], path } } as unknown as Entry], '4', '5');
  };

  for (const [code, written] of IN_WILDCARDS) {
    it(`is ${written === null ? 'reported in' : 'fixed in'} ${code}`, () => {
      const [found, ...others] = findAt(code, "'/files/*'");
      assert.deepEqual([found?.rule, others], ['numbered-parameter', []]);
      if (written === null) return assert.equal(found!.fix, undefined);
      assert.equal(edit(inside(code, "'/files/*'"), found!.fix!.edits), inside(written, "'/files/*'"));
      assert.deepEqual(findAt(written, "'/files/*'"), []);
    });
  }

  it('is fixed if a parameter of the handler is destructured', () => {
    const text = "app.get('/files/*', ({ params }, res) => res.json(params[0]));";
    const file = new SourceFile('/nowhere/file.js', text);
    const place = { file: file.path, line: 1, column: text.indexOf('(') + 13 };
    const parts = [{ text: '/files/*', regexp: false }];
    const layer = { handlers: [{ place }], methods: ['GET'], source: `${file.path}:1`, parts };
    const [found] = findInFile(file, [{ layer } as unknown as Entry], '4', '5');
    assert.equal(found?.rewrite, "(params.splat || []).join('/')");
    assert.ok(found.fix);
  });

  it('includes the slash of *', () => {
    const [found] = findAt('const { 0: path } = req.params', "'*'");
    assert.equal(found!.rewrite, "path = '/' + (req.params.splat || []).join('/')");
  });

  it('is not changed for a RegExp', () => {
    for (const [code] of IN_WILDCARDS) assert.deepEqual(findAt(code, '/^(.*)$/'), [], code);
  });

  it('is only reported if it has a type', () => {
    const [found] = findAt('const { 0: path }: Params = req.params', "'/files/*'", 'ts');
    assert.deepEqual([found?.rule, found?.fix], ['numbered-parameter', undefined]);
  });
});

function inModule(text: string): string {
  return `const express = require('express');\nconst app = express();\n${text};\n`;
}

function judge(
  around: (text: string) => string,
  code: string,
  rule: string | null,
  written: string | null | undefined,
  from: string,
  to: string,
): void {
  const text = around(code);
  const findings = find(text, from, to);
  assert.deepEqual(
    findings.map((one) => one.rule),
    rule === null ? [] : [rule],
  );
  if (rule === null) return;
  const { fix } = findings[0]!;
  if (written === null) assert.equal(fix, undefined);
  else
    assert.equal(edit(text, fix!.edits), written === '' ? text.replace(`${code};\n`, '') : around(written!));
}

function find(text: string, from: string, to: string, name = 'file.js'): Finding[] {
  return findInFile(new SourceFile(`/nowhere/${name}`, text), [], from, to);
}

describe('the text of a path', () => {
  const texts = (text: string) => {
    const file = new SourceFile('/nowhere/file.js', text);
    return textsOfFirst(file, file.calls[0]!).map((node) => file.textOf(node));
  };

  it('is found in a variable without other uses', () => {
    assert.deepEqual(texts("const any = '*'; app.get(any, f); app.post(any, f);"), ["'*'"]);
    assert.deepEqual(texts("app.get(any, f); const any = '*'; res.set('Allow', any);"), []);
    assert.deepEqual(texts("app.get(any, f); export const any = '*';"), []);
    assert.deepEqual(texts("app.get(any, f); const any = '*'; module.exports = { any };"), []);
    assert.deepEqual(texts("app.get(any, f); const any = '*'; map.get(any);"), []);
  });
});

describe('fixing', () => {
  const about = {
    rule: 'regexp-only',
    level: 'note',
    key: '',
    methods: [],
    path: '',
    source: null,
    message: '',
    rewrite: 'x',
  } as const;

  it('names the file whose fixes would break it, and continues with the others', (test) => {
    const folder = mkdtempSync(join(tmpdir(), 'maglev-fix-'));
    test.after(() => rmSync(folder, { recursive: true }));
    const [good, bad] = [join(folder, 'good.js'), join(folder, 'bad.js')];
    for (const file of [good, bad]) writeFileSync(file, 'f(1);\n');
    const fix = (file: string, text: string) => ({ file, edits: [{ start: 2, end: 3, text }] });
    const findings = [{ ...about, fix: fix(bad, '(') }, { ...about, fix: fix(good, '2') }, about];
    const { changes, fixed, left, failures } = planFixes(findings);
    assert.deepEqual(
      changes.map(({ file, after }) => [file, after]),
      [[good, 'f(2);\n']],
    );
    assert.deepEqual(fixed, [findings[1]]);
    assert.deepEqual(left, [about, about]);
    assert.equal(failures.length, 1);
    assert.equal(failures[0]!.file, bad);
    assert.match(failures[0]!.message, /Unexpected token/);
  });

  it('reports which file it does not change, and returns all findings', async () => {
    const notices: string[] = [];
    const style = createStyle({}, {});
    const terminal = { style, noticeStyle: style, print() {}, notice: (text: string) => notices.push(text) };
    const file = import.meta.filename;
    const fix = { file, edits: [{ start: 0, end: 0, text: '(' }] };
    const run = { find: async () => [], isAgreed: true, format: 'text' } as const;
    assert.deepEqual(await applyFixes([{ ...about, fix }, about], run, terminal), [about, about]);
    assert.match(notices[0]!, /^maglev: \S+migrations\.test\.ts is left unchanged, .*: Unexpected token/);
    assert.deepEqual(notices.slice(1), ['--fix: no fixes to apply']);
  });

  it('is not offered if nothing can be written', (test) => {
    const folder = mkdtempSync(join(tmpdir(), 'maglev-fix-'));
    test.after(() => rmSync(folder, { recursive: true }));
    const promised = (name: string, text: string, encoding: BufferEncoding = 'utf8') => {
      const file = join(folder, name);
      if (text !== '') writeFileSync(file, text, encoding);
      const fix = { file, edits: [{ start: 2, end: 3, text: '2' }] };
      return /--fix writes it/.test(findingsText(withoutVainFixes([{ ...about, fix }]), createStyle({}, {})));
    };
    assert.equal(promised('source.js', 'f(1);\n'), true);
    assert.equal(promised('compiled.js', 'f(1);\n//# sourceMappingURL=compiled.js.map\n'), false);
    assert.equal(promised('latin1.js', 'f(1); // caf\u00e9\n', 'latin1'), false);
    assert.equal(promised('gone.js', ''), false);
  });

  it('does not change files that are not in UTF-8', (test) => {
    const folder = mkdtempSync(join(tmpdir(), 'maglev-fix-'));
    test.after(() => rmSync(folder, { recursive: true }));
    const [path, latin] = [join(folder, 'utf8.js'), join(folder, 'latin1.js')];
    const text = '// caf\u00e9\napp.get("/", (req, res) => res.send(404));';
    writeFileSync(path, text);
    writeFileSync(latin, text, 'latin1');
    const findings = [path, latin].flatMap((one) => findInFile(SourceFile.read(one)!, [], '4', '5'));
    const { changes, left } = planFixes(findings);
    assert.deepEqual(
      changes.map(({ file }) => file),
      [path],
    );
    assert.equal(left.length, 1);
  });

  it('applies the first of two edits of one position', () => {
    const fix = (end: number) => ({
      file: import.meta.filename,
      edits: [{ start: 0, end, text: 'import '.slice(0, end) }],
    });
    const { fixed, left } = planFixes([
      { ...about, fix: fix(6) },
      { ...about, fix: fix(7) },
      { ...about, fix: fix(6) },
    ]);
    assert.equal(fixed.length, 2);
    assert.equal(left.length, 1);
  });
});
