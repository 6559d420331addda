// Specific to the 4.x line: its path grammar and its deprecated members.

import type { Application, ParamsDictionary, Request, Response, RouteParameters } from 'maglev/v4';
import maglev, { static as files, query } from 'maglev/v4';

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
type None = Record<never, never>;
function is<_True extends true>(): void {}

is<Equal<RouteParameters<'/'>, None>>();
is<Equal<RouteParameters<'/:id'>, { id: string }>>();
is<Equal<RouteParameters<'/:id?'>, { id?: string | undefined }>>();
is<Equal<RouteParameters<'/:a/:b?/c'>, { a: string; b?: string | undefined }>>();
is<
  Equal<RouteParameters<'/:year-:month.:ext?'>, { year: string; month: string; ext?: string | undefined }>
>();
is<Equal<RouteParameters<'/:id(\\d+)'>, { id: string }>>();
is<Equal<RouteParameters<'/:id(\\d+)?/x'>, { id?: string | undefined }>>();
is<Equal<RouteParameters<'/files/*'>, { 0: string }>>();
is<Equal<RouteParameters<'*'>, { 0: string }>>();
is<Equal<RouteParameters<'/:a/*/b/*'>, { a: string; 0: string; 1: string }>>();
is<Equal<RouteParameters<'/:a*'>, { a: string; 0: string }>>();
is<Equal<RouteParameters<'/ab?cd+e'>, None>>();
is<Equal<RouteParameters<'/\\*/\\:a'>, None>>();
is<Equal<RouteParameters<'/x(a|b)/:c'>, ParamsDictionary>>();
is<Equal<RouteParameters<'/:a(x(y))'>, ParamsDictionary>>();
is<Equal<RouteParameters<string>, ParamsDictionary>>();
is<Equal<RouteParameters<RegExp>, ParamsDictionary>>();
is<Equal<RouteParameters<'/:long_Name9/x'>, { long_Name9: string }>>();

const app = maglev();

app.get('/files/:id(\\d+)/*', (req, res) => {
  const id: string = req.params.id;
  const rest: string = req.params[0];
  // @ts-expect-error there is no second wildcard
  req.params[1].trim();
  res.json({ id, rest, title: app.get('title') });
});
app.get('/:id?', (req, res) => {
  // @ts-expect-error it can be missing
  req.params.id.trim();
  res.send(req.params.id?.trim());
});
app.use('/mounted/:id?', (req, _res, next) => next(req.params.id?.trim()));
app.route('/route/:id?').get((req, res) => res.send(req.params.id?.trim()));
maglev.Router().get('/:id?', (req, res) => res.send(req.params.id?.trim()));
function setUp(application: Application): void {
  application.get('/:id?', (req, res) => res.send(req.params.id?.trim()));
}
setUp(app);

// Deprecated, but available.
app.del('/:id', (req, res) => res.send(req.params.id));
app.param(
  (name: string, given: RegExp) => (_req, _res, next, value) => next(given.test(value) ? name : 'route'),
);
app.get('/deprecated', (req, res) => {
  const value: string = req.param('name', 'default') + req.param('other') + req.host;
  const accepted = [
    req.acceptsCharset('utf-8'),
    req.acceptsEncoding('gzip'),
    req.acceptsLanguage('en', 'de'),
  ];
  res.send(200, value).send(value, 200).send(204);
  res.json(200, accepted).json(accepted, 200).jsonp(200, accepted).status(200).send(200, 'text');
  res.redirect('/', 301);
  res.redirect('back');
  res.vary().location('back');
  res.sendfile('file');
  res.sendfile('file', { maxAge: 1 }, (error) => console.log(error?.message));
});
const typed = (_req: Request, res: Response<{ ok: boolean }>): void => {
  res.json(200, { ok: true });
  // @ts-expect-error the body is declared
  res.json(200, { ok: 'yes' });
};
app.get('/typed', typed);
app.get('/file', (_req, res) => {
  res.sendFile('/file', (error: Error) => console.log(error.message));
  res.download('/file', (error) => console.log(error?.code));
});
app.route('/route').propfind(typed).as('route').link(typed);
maglev.Router().param((name: string) => (_req, _res, next) => next(name));

app.lazyrouter();
const layers: number = app._router.compile().layers + app._router.stack.length;
const type: string = files.mime.lookup('a.html') + maglev.static.mime.lookup('b');
app.use(query(), maglev.query({ depth: 1 }));
console.log(layers, type);
