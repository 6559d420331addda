// Declarations of packages on requests, and their middleware in applications of maglev: sessions, sign-in and uploads.
import session, { MemoryStore } from 'express-session';
import type { ErrorRequestHandler, NextFunction, Request, RequestHandler, Response } from 'maglev';
import maglev, { json, Router } from 'maglev';
import multer from 'multer';
import passport, { Strategy } from 'passport';

declare global {
  namespace Express {
    interface User {
      id: number;
      roles: string[];
    }
    interface Locals {
      account?: Account;
    }
  }
}

declare module 'express-session' {
  interface SessionData {
    visits: number;
    cart: Item[];
  }
}

interface Account {
  owner: string;
}

interface Item {
  sku: string;
  count: number;
}

const app = maglev();

// Sessions.
const settings: session.SessionOptions = {
  secret: ['new', 'old'],
  resave: false,
  saveUninitialized: false,
  store: new MemoryStore(),
  genid: (req: Request) => `${req.ip}-${Math.random()}`,
};
app.use(session(settings));
app.use((req, res, next) => {
  const visits: number | undefined = req.session.visits;
  req.session.visits = (visits ?? 0) + 1;
  // @ts-expect-error visits is a number
  req.session.visits = 'many';
  req.session.cookie.maxAge = 60_000;
  res.set('X-Session', req.sessionID);
  next();
});
app.post('/cart', json(), (req: Request<object, Item[], Item>, res: Response<Item[]>) => {
  const cart = [...(req.session.cart ?? []), req.body];
  req.session.cart = cart;
  // @ts-expect-error the body is declared
  res.json({ cart });
  res.json(cart);
});
app.delete('/cart', (req, res, next) =>
  req.session.destroy((error) => (error ? next(error) : res.sendStatus(204))),
);

// Sign-in.
class Token extends Strategy {
  override authenticate(req: Request): void {
    const token: string | undefined = req.get('authorization');
    if (token === undefined) this.fail(401);
    else this.success({ id: token.length, roles: [] });
  }
}
passport.use('token', new Token());
passport.serializeUser((user, done) => done(null, user.id));
passport.deserializeUser((id: number, done) => done(null, { id, roles: ['reader'] }));
app.use(passport.initialize(), passport.session());

function only<Params>(role: string): RequestHandler<Params> {
  return (req, res, next) => {
    if (req.isUnauthenticated()) res.sendStatus(401);
    else if (req.user?.roles.includes(role)) next();
    else res.sendStatus(403);
  };
}
app.get('/me', passport.authenticate('token'), (req, res) => {
  const user: Express.User | undefined = req.user;
  // @ts-expect-error the id of a user is a number
  const name: string = req.user?.id;
  res.json({ user, name });
});
app.post('/login', passport.authenticate('token', { failureRedirect: '/' }), (req, res) => {
  req.login({ id: 1, roles: [] }, { session: false }, (error) => res.send(String(error)));
});
app.post('/logout', (req, res, next) => req.logout((error) => (error ? next(error) : res.redirect('/'))));
app.get('/admin/:section', only<{ section: string }>('admin'), (req, res) => {
  const section: string = req.params.section;
  res.send(section);
});

// Uploads.
const storage = multer.diskStorage({
  destination: 'uploads',
  filename: (req: Request, file, done) => done(null, `${req.user?.id}-${file.originalname}`),
});
const filter: multer.Options['fileFilter'] = (req, file, done) =>
  done(null, req.is('multipart/form-data') !== false && file.mimetype.startsWith('image/'));
const upload = multer({ storage, fileFilter: filter, limits: { fileSize: 1_000_000 } });
const pictures = Router({ mergeParams: true });
pictures.post('/one', upload.single('picture'), (req, res) => {
  const file: Express.Multer.File | undefined = req.file;
  res.json({ size: file?.size, path: req.file?.path });
});
pictures.post<{ album: string }>('/many', only('author'), upload.array('pictures', 3), (req, res) => {
  const files = req.files as Express.Multer.File[];
  res.status(201).json(files.map(({ filename }) => `${req.params.album}/${filename}`));
});
app.use('/albums/:album', pictures);

// Errors, of uploads and others.
const onUploadError: ErrorRequestHandler = (error, _req, res, next) => {
  if (error instanceof multer.MulterError) res.status(413).json({ field: error.field, code: error.code });
  else next(error);
};
const onError: ErrorRequestHandler<{ album: string }, { message: string }> = (
  error: Error,
  req,
  res,
  _next,
) => {
  const who = req.user?.id ?? req.params.album;
  // @ts-expect-error the response body is declared
  res.json({ who });
  res.status(500).json({ message: error.message });
};
app.use(onUploadError);
app.use('/albums/:album', onError);

// Handlers that packages create, with all their generics.
interface Page<T> {
  items: T[];
  next?: number;
}
type Handle<Params, Body, ResponseBody, Query> = (
  req: Request<Params, ResponseBody, Body, Query, { account: Account }>,
  res: Response<ResponseBody, { account: Account }>,
) => Promise<ResponseBody>;

function handle<Params, Body, ResponseBody, Query>(
  run: Handle<Params, Body, ResponseBody, Query>,
): RequestHandler<Params, ResponseBody, Body, Query, { account: Account }> {
  return async (req, res, next: NextFunction) => {
    try {
      res.json(await run(req, res));
    } catch (error) {
      next(error);
    }
  };
}
app.get(
  '/accounts/:owner/orders',
  handle<{ owner: string }, never, Page<Item>, { from?: string }>(async (req, res) => {
    const { owner }: Account = res.locals.account;
    // @ts-expect-error the query is declared
    req.query.until?.trim();
    return { items: [{ sku: owner + req.params.owner, count: Number(req.query.from ?? 0) }] };
  }),
);
app.use((_req, res, next) => {
  const owner: string | undefined = res.locals.account?.owner;
  next(owner === undefined ? 'router' : undefined);
});
