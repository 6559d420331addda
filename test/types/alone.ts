import maglev, {
  type ErrorRequestHandler,
  type NextFunction,
  type Request,
  type RequestHandler,
  type Response,
  Router,
} from 'maglev';

declare global {
  namespace Express {
    interface Request {
      user?: { name: string };
    }
  }
}

const app = maglev();
app.use(maglev.json(), maglev.urlencoded({ extended: true }), maglev.static('public'));

const requireUser: RequestHandler = (req, res, next) => {
  if (req.get('authorization') === undefined) res.status(401).json({ error: 'unauthorized' });
  else next();
};
function setUser(req: Request, res: Response, next: NextFunction): void {
  req.user = { name: req.ip ?? '' };
  res.locals.began = true;
  next();
}
const router = Router();
router.use(requireUser, setUser);
router.get('/users/:id', async (req, res) => {
  const id: string = req.params.id;
  res.set('X-User', req.user!.name).send(id);
});
router.route('/items').get(requireUser).post(setUser);
app.use('/api', router);
app.get('/url', (req, res) => {
  const url: string = req.url + req.method + String(req.headers['x-a']);
  req.on('close', () => res.end());
  res.cookie('a', 'b', { maxAge: 1000 }).redirect(301, url);
});
app.param('id', (_req, _res, next, _id: string) => next());

const handleError: ErrorRequestHandler = (error, _req, res, _next) => {
  res.status(500).send(error.message);
};
app.use(handleError);
app.listen(3000, () => {}).close();
const names: string[] = app.routes().map(({ path, name }) => path + name);
const url: string = app.url('user', { id: 7 }) + String(app.explain('GET /')) + names;

// @ts-expect-error there is no such member
app.nonsense();
// @ts-expect-error there is no such parameter
app.get('/:id', (req) => req.params.other.trim() + url);
// @ts-expect-error a status is a number
app.get('/', (_req, res) => res.status('404'));
