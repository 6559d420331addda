import { Router, urlencoded } from 'maglev';
import { renderPage } from './page.js';
import { startExpress, startMaglev } from './processes.js';
import { rowsOf } from './rows.js';
import { isSafe, Trial } from './trial.js';

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

/** Turns of so many requests; those before the measured ones let Node find out what is worth optimising. */
const TURNS = { first: 80, unmeasured: 2, measured: 9, requests: 60 };

/** The page at /: the routes of an application, a form to try requests, and what happened to them. */
export function createTour(app) {
  const tour = Router();
  // Not before somebody looks.
  let maglev;
  let express;
  let isWarm = false;
  /** What is tried, one after the other, so that nobody measures what others do. */
  let last = Promise.resolve();

  const show = (asked, res) => {
    last = last.catch(() => {}).then(() => showNow(asked, res));
    return last;
  };

  const showNow = async (asked, res) => {
    maglev ??= await openMaglev(app);
    express ??= startExpress();
    const [onMaglev, onExpress] = await tryOn(
      [maglev, express],
      asked,
      isWarm ? TURNS.unmeasured : TURNS.first,
    );
    isWarm ||= isSafe(asked);
    const rows = rowsOf(app, asked.method, asked.path);
    const figures = app.compile();
    res.send(
      renderPage({
        ...{ asked, onMaglev, rows, figures, turns: TURNS, examples: EXAMPLES, methods: METHODS },
        onExpress: express && { version: express.version, ...onExpress },
      }),
    );
  };

  tour.get('/', (_req, res) => show(EXAMPLES[2], res));
  tour.post('/', urlencoded(), (req, res) => show(readRequest(req.body ?? {}), res));
  return tour;
}

/** Asks the application itself; what is measured is another process, as it is for Express. */
async function openMaglev(app) {
  const own = await Trial.open(app);
  const { time } = startMaglev();
  return { ask: (asked) => own.ask(asked), time };
}

/** What each answers and, of a request that changes nothing, what it costs them, in turns: so noise meets all of them. */
async function tryOn(trials, asked, unmeasured) {
  const outcomes = trials.map((trial) => ({ trial, times: [], problem: undefined }));
  const turns = isSafe(asked) ? unmeasured + TURNS.measured : 0;
  for (let turn = 0; turn < turns; turn++) {
    for (const outcome of outcomes) {
      await attempt(outcome, async () => {
        const time = await outcome.trial.time(asked, TURNS.requests);
        if (turn >= unmeasured) outcome.times.push(time);
      });
    }
  }
  for (const outcome of outcomes) {
    await attempt(outcome, async () => {
      outcome.answer = await outcome.trial.ask(asked);
    });
  }
  return outcomes.map(({ answer, problem, times }) => ({ ...answer, problem, ...summary(times) }));
}

/** The median, and what the middle half of the turns is between. */
function summary(times) {
  const sorted = times.toSorted((a, b) => a - b);
  const [low, microseconds, high] = [0.25, 0.5, 0.75].map(
    (share) => sorted[Math.floor(sorted.length * share)],
  );
  return { low, microseconds, high };
}

/** Leaves alone who is not there, or has failed before. */
async function attempt(outcome, act) {
  if (outcome.trial === null || outcome.problem !== undefined) return;
  try {
    await act();
  } catch (error) {
    outcome.problem = error.message;
  }
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
