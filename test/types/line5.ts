// Specific to the 5.x line.
import { createServer } from 'node:http';
import type * as core from 'express-serve-static-core';
import type { Request, RequestHandler, Response } from 'maglev';
import maglev from 'maglev';
import parsers, { type JsonOptions, json } from 'maglev/parsers';
import RouterAlone, { Route, Router } from 'maglev/router';

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
type Flat<T> = { [Key in keyof T]: T[Key] };
type None = Record<never, never>;
function is<_True extends true>(): void {}

const app = maglev();

app.get('/files/*path', ({ params }, res) => {
  is<Equal<Flat<typeof params>, { path: string[] }>>();
  res.end();
});
app.get('/users{/:id}', ({ params }) => {
  is<Equal<Flat<typeof params>, { id?: string }>>();
});
app.get('/:year-:month.:ext/*rest', ({ params }) => {
  is<Equal<Flat<typeof params>, { year: string; month: string; ext: string; rest: string[] }>>();
});
app.get('/:a{/:b}{/*c}', ({ params }) => {
  is<Equal<Flat<typeof params>, { a: string; b?: string; c?: string[] }>>();
});
app.get('/plain', ({ params }) => {
  is<Equal<typeof params, None>>();
});

const name: string = app.router.stack[0]?.name ?? maglev.Router().stack.length.toString();
app.listen(0, (error) => console.log(error?.message, name));

// @ts-expect-error only 4.x has it
app.del('/', () => {});
// @ts-expect-error only 4.x accepts it
app.get('/', (_req, res) => res.send(200, 'text'));

createServer((req, res) => RouterAlone()(req, res, () => res.end()));
new RouterAlone({ strict: true }).get('/a/:b', (req, res) => res.end(req.params.b));
const options: JsonOptions = { onProtoPoisoning: 'remove' };
app.use(json(options), parsers.text({ defaultCharset: 'utf-8' }));
// @ts-expect-error a limit is a number or a string
parsers.raw({ limit: true });
console.log(new Route('/').path, Router === RouterAlone, RouterAlone.Router);

// The types of the core module and those of maglev are assignable to each other.
function limit(options: {
  handler: core.RequestHandler;
  skip?: (req: core.Request, res: core.Response) => boolean;
}) {
  return options.handler;
}
const handler: RequestHandler = limit({ handler: (req: Request, res: Response) => res.send(req.path) });
app.use(limit({ handler, skip: (req: Request) => req.secure }));
