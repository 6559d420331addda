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

/** How many rounds, and how many requests in each. The unmeasured rounds warm up the JIT. */
const ROUNDS = { first: 80, unmeasured: 2, measured: 9, requests: 60 };

/** The page at /: the routes of an application, a form to try requests, and their results. */
export function createTour(app) {
  const tour = Router();
  // Both are started by the first request for the page.
  let maglev;
  let express;
  let isWarm = false;
  /** Requests are tried one after the other, so that they do not disturb each other's measurements. */
  let last = Promise.resolve();

  const show = (sent, res) => {
    last = last.catch(() => {}).then(() => showNow(sent, res));
    return last;
  };

  const showNow = async (sent, res) => {
    maglev ??= await openMaglev(app);
    express ??= startExpress();
    const [onMaglev, onExpress] = await tryOn(
      [maglev, express],
      sent,
      isWarm ? ROUNDS.unmeasured : ROUNDS.first,
    );
    isWarm ||= isSafe(sent);
    const rows = rowsOf(app, sent.method, sent.path);
    const figures = app.compile();
    res.send(
      renderPage({
        ...{ sent, onMaglev, rows, figures, rounds: ROUNDS, examples: EXAMPLES, methods: METHODS },
        onExpress: express && { version: express.version, ...onExpress },
      }),
    );
  };

  tour.get('/', (_req, res) => show(EXAMPLES[2], res));
  tour.post('/', urlencoded(), (req, res) => show(readRequest(req.body ?? {}), res));
  return tour;
}

/** Traces the application itself, and measures it in a separate process, as for Express. */
async function openMaglev(app) {
  const own = await Trial.open(app);
  const { time } = startMaglev();
  return { trace: (request) => own.trace(request), time };
}

/** The response of each trial and, for safe methods, its CPU time. The rounds alternate, so that noise affects all trials. */
async function tryOn(trials, request, unmeasured) {
  const outcomes = trials.map((trial) => ({ trial, times: [], problem: undefined }));
  const rounds = isSafe(request) ? unmeasured + ROUNDS.measured : 0;
  for (let round = 0; round < rounds; round++) {
    for (const outcome of outcomes) {
      await attempt(outcome, async () => {
        const time = await outcome.trial.time(request, ROUNDS.requests);
        if (round >= unmeasured) outcome.times.push(time);
      });
    }
  }
  for (const outcome of outcomes) {
    await attempt(outcome, async () => {
      outcome.response = await outcome.trial.trace(request);
    });
  }
  return outcomes.map(({ response, problem, times }) => ({ ...response, problem, ...summary(times) }));
}

/** The median and the quartiles. */
function summary(times) {
  const sorted = times.toSorted((a, b) => a - b);
  const [low, microseconds, high] = [0.25, 0.5, 0.75].map(
    (share) => sorted[Math.floor(sorted.length * share)],
  );
  return { low, microseconds, high };
}

/** Skips a trial that is not available or has already failed. */
async function attempt(outcome, act) {
  if (outcome.trial === null || outcome.problem !== undefined) return;
  try {
    await act();
  } catch (error) {
    outcome.problem = error.message;
  }
}

/** A button sends the index of an example, the form sends its fields. */
function readRequest({ example, method = 'GET', path = '/', body = '' }) {
  if (EXAMPLES[example]) return EXAMPLES[example];
  return { method: METHODS.includes(method) ? method : 'GET', path: pathOf(path), body };
}

/** A valid request target: a path that starts with a slash, with spaces and other invalid characters encoded. */
function pathOf(text) {
  const path = String(text)
    .trim()
    .replace(/[^\x21-\x7e]/g, (character) => encodeURIComponent(character.toWellFormed?.() ?? character));
  return path.startsWith('/') ? path : `/${path}`;
}
