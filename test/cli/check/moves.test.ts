import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { textsOfFirst } from '../../../src/cli/check/code/literals.js';
import { edit } from '../../../src/cli/check/code/parser.js';
import { SourceFile } from '../../../src/cli/check/code/source-file.js';
import { findInFile } from '../../../src/cli/check/code.js';
import type { Finding } from '../../../src/cli/check/finding.js';
import { planFixes } from '../../../src/cli/check/fix.js';

/** A statement of a handler, the rule that finds something in it, and what is written instead; null if that is not certain. */
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
  ['res.send("404")', null],
  ['res.send(value)', null],
  ['other.send(404)', null],
  ['res.json(201, { a: 1 })', 'json-status', 'res.status(201).json({ a: 1 })'],
  ['res.json({ a: 1 }, 201)', 'json-status', 'res.status(201).json({ a: 1 })'],
  ['res.jsonp(201, a)', 'json-status', 'res.status(201).jsonp(a)'],
  ['res.json((ok ? 200 : 404), (a, b))', 'json-status', 'res.status((ok ? 200 : 404)).json((a, b))'],
  ['res.json(5, 201)', 'json-status', 'res.status(201).json(5)'],
  ['res.json(a)', null],
  ["res.status('404').end()", 'status-text', 'res.status(404).end()'],
  ["res.redirect('/a', 301)", 'redirect-order', "res.redirect(301, '/a')"],
  ['res.redirect("/" + a, code)', 'redirect-order', 'res.redirect(code, "/" + a)'],
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
  ['f(req.query = { a: 1 })', 'query-assignment', null],
  ['f(req.query.a.b)', 'nested-query', null],
  ["req.query.a.split(',')", null],
  ['f(req.query.list.length)', null],
  ["req.params.hasOwnProperty('a')", 'params-prototype', "Object.hasOwn(req.params, 'a')"],
  ['f(req.params[0])', 'numbered-parameter', null],
  ['const { host } = req', 'req-host', null],
  ['const { host } = other', null],
  ['const { 0: rest } = req.params', 'numbered-parameter', null],
  ['const { params: { 0: rest } } = req', 'numbered-parameter', null],
  ['const { params: { id }, hostname } = req', null],
  ['req.params[0].split("/").forEach(f)', 'numbered-parameter', null],
  ['res.clearCookie("a", { maxAge: 1 })', 'changed-option', null],
];

/** A statement of a module in which `express` and `app` are what they are called. */
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
    it(`${rule ? `tells ${rule} of` : 'lets be'} ${code}`, () => {
      judge((text) => `app.get('/', (req, res) => {\n  ${text};\n});\n`, code, rule, written, '4', '5');
    });
  }

  for (const [code, rule, written] of IN_MODULES) {
    it(`${rule ? `tells ${rule} of` : 'lets be'} ${code}`, () =>
      judge(inModule, code, rule, written, '4', '5'));
  }

  for (const [code, rule, written] of FROM_3) {
    it(`from 3.x to 4.x ${rule ? `tells ${rule} of` : 'lets be'} ${code}`, () => {
      judge(inModule, code, rule, written, '3', '4');
    });
  }

  it('asks nothing of those who stay', () => {
    assert.deepEqual(find('app.get("/", (req, res) => res.send(404));', '4', '4'), []);
    assert.deepEqual(find('app.get("/", (req, res) => res.send(404));', '5', '5'), []);
  });

  it('knows a request by its place, its name or its owner, and not where the name is another one', () => {
    const found = (text: string) => find(text, '4', '5').map(({ rule, fix }) => [rule, fix !== undefined]);
    assert.deepEqual(found('function handle(request, response) { response.send(404); }'), [
      ['send-status', true],
    ]);
    assert.deepEqual(found('function handle(err, req, res, next) { req.res.send(404); }'), [
      ['send-status', true],
    ]);
    assert.deepEqual(found('f((req, res) => g(() => res.send(404)));'), [['send-status', true]]);
    // One parameter of that name may be anything.
    assert.deepEqual(found('function fail(res) { res.send(404); }'), [['send-status', false]]);
    assert.deepEqual(found('f((req, res) => g((res) => res.body.send(404)));'), []);
    assert.deepEqual(found('f((req, res) => { { const res = other; res.send(404); } });'), []);
    assert.deepEqual(found('f((req, res) => { var res = other(); res.send(404); });'), []);
  });

  it('reads TypeScript', () => {
    const text =
      'enum A { B }\nclass C { constructor(private a: A) {}\n  m = (req: Request, res: Response): void => { res!.send(404 as number); } }';
    const [found] = find(text, '4', '5', 'file.ts');
    assert.equal(found!.rule, 'send-status');
    assert.match(edit(text, found!.fix!.edits), /res!\.sendStatus\(404 as number\)/);
  });

  it('knows what TypeScript requires', () => {
    const [found] = find("import express = require('express');\nexpress.urlencoded();", '4', '5', 'file.cts');
    assert.equal(found?.rule, 'changed-option');
  });

  it('goes through long chains of calls', () => {
    const [found] = find(`require('express')()${'.set("a", "b")'.repeat(1000)}.del("/", f);`, '4', '5');
    assert.equal(found?.rule, 'removed-member');
  });

  it('leaves what it has written', () => {
    for (const [code, , written] of IN_HANDLERS) {
      const inside = (text: string) => `app.get('/', (req, res) => {\n  ${text};\n});\n`;
      if (!written) continue;
      const left = find(inside(written), '4', '5').filter(({ fix }) => fix);
      assert.deepEqual(left, [], code);
    }
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

  it('is found in a variable that is for nothing else', () => {
    assert.deepEqual(texts("const any = '*'; app.get(any, f); app.post(any, f);"), ["'*'"]);
    assert.deepEqual(texts("app.get(any, f); const any = '*'; res.set('Allow', any);"), []);
    assert.deepEqual(texts("app.get(any, f); export const any = '*';"), []);
    assert.deepEqual(texts("app.get(any, f); const any = '*'; module.exports = { any };"), []);
    assert.deepEqual(texts("app.get(any, f); const any = '*'; map.get(any);"), []);
  });
});

describe('fixing', () => {
  it('leaves files alone that are not in UTF-8', (test) => {
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

  it('takes of two edits of one place the first', () => {
    const fix = (end: number) => ({
      file: import.meta.filename,
      edits: [{ start: 0, end, text: 'import '.slice(0, end) }],
    });
    const about = {
      rule: 'opaque',
      level: 'note',
      key: '',
      methods: [],
      path: '',
      source: null,
      message: '',
    } as const;
    const { fixed, left } = planFixes([
      { ...about, fix: fix(6) },
      { ...about, fix: fix(7) },
      { ...about, fix: fix(6) },
    ]);
    assert.equal(fixed.length, 2);
    assert.equal(left.length, 1);
  });
});
