import { fileURLToPath } from 'node:url';
import maglev, { json } from 'maglev';
import { failure, handleErrors } from './errors.js';
import { books } from './routes/books.js';

export const app = maglev();

app.use(json());

app.get('/api/health', (_req, res) => {
  res.json({ status: 'up', seconds: Math.round(process.uptime()) });
});

app.use('/api/books', books);

app.use('/api', (req) => {
  throw failure(404, `There is no route for ${req.method} ${req.originalUrl}.`);
});

// After the API, so that API requests do not look for a file.
app.use(maglev.static(fileURLToPath(new URL('public', import.meta.url))));

app.use(handleErrors);
