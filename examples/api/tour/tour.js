import { Router, urlencoded } from 'maglev';
import { startExpress } from './express.js';
import { renderPage } from './page.js';
import { rowsOf } from './rows.js';
import { Trial } from './trial.js';

/** Requests to try, in the order of the buttons. */
export const EXAMPLES = [
  { method: 'GET', path: '/api/books' },
  { method: 'GET', path: '/api/books/2' },
  { method: 'GET', path: '/api/books/1/reviews' },
  { method: 'GET', path: '/api/books?author=Italo%20Calvino' },
  { method: 'GET', path: '/api/books/99' },
  { method: 'POST', path: '/api/books', body: '{"title":"Piranesi","author":"Susanna Clarke","year":2020}' },
  { method: 'POST', path: '/api/books/1/reviews', body: '{"stars":4,"text":"Twice."}' },
  { method: 'DELETE', path: '/api/books/3' },
  { method: 'GET', path: '/style.css' },
];
const METHODS = ['GET', 'POST', 'DELETE', 'HEAD', 'OPTIONS', 'PUT', 'PATCH'];

/** The page at /: the routes of an application, a form to try requests, and what happened to them. */
export function createTour(app) {
  const tour = Router();
  // Not before somebody looks.
  let trial;
  let express;

  const show = async (asked, res) => {
    trial ??= Trial.open(app);
    express ??= startExpress();
    const onMaglev = await (await trial).ask(asked);
    const onExpress = express && { version: express.version, ...(await askExpress(express, asked)) };
    const rows = rowsOf(app, asked.method, asked.path);
    const figures = app.compile();
    res.send(renderPage({ asked, onMaglev, onExpress, rows, figures, examples: EXAMPLES, methods: METHODS }));
  };

  tour.get('/', (_req, res) => show(EXAMPLES[2], res));
  tour.post('/', urlencoded(), (req, res) => show(readRequest(req.body ?? {}), res));
  return tour;
}

/** A button brings one of the examples, the form its fields. */
function readRequest({ example, method = 'GET', path = '/', body = '' }) {
  if (EXAMPLES[example]) return EXAMPLES[example];
  return { method: METHODS.includes(method) ? method : 'GET', path: pathOf(path), body };
}

/** What can stand in a request: a path from the root on, without spaces and other signs that would end it. */
function pathOf(text) {
  const path = String(text)
    .trim()
    .replace(/[^\x21-\x7e]/g, (sign) => encodeURIComponent(sign.toWellFormed?.() ?? sign));
  return path.startsWith('/') ? path : `/${path}`;
}

async function askExpress(express, asked) {
  try {
    return await express.ask(asked);
  } catch (error) {
    return { problem: error.message };
  }
}
