import maglev from 'maglev';
import { app } from './app.js';
import { describeRoutes } from './route-table.js';
import { createTour } from './tour/tour.js';

const port = readPort(process.env.PORT || '3000');

// The tour serves the page at /; everything else is the bookshop itself.
const site = maglev();
site.use(createTour(app));
site.use(app);

const server = site.listen(port, (error) => {
  if (error) stop(explain(error));
  const url = `http://localhost:${server.address().port}`;
  console.log(`
The bookshop is open on ${url}

Open it in a browser to see the routes and which layers run for a request. Or try it from another terminal:
  curl ${url}/api/books
  curl ${url}/api/books/2
  curl -X POST ${url}/api/books -H 'content-type: application/json' \\
       -d '{"title":"Piranesi","author":"Susanna Clarke","year":2020}'
  curl -X POST ${url}/api/books/1/reviews -H 'content-type: application/json' -d '{"stars":4,"text":"Twice."}'
  curl ${url}/api/books/99

${describeRoutes(app)}

${app.explain('GET', '/api/books/2/reviews')}

Press Ctrl+C to stop it.`);
});

function readPort(text) {
  if (/^\d+$/.test(text) && Number(text) <= 65535) return Number(text);
  stop(`PORT must be a whole number from 0 to 65535, but it is "${text}".`);
}

function explain(error) {
  if (error.code === 'EADDRINUSE') {
    return `Port ${port} is busy: stop the process that uses it, or choose another with PORT=${port === 3000 ? 3001 : 3000} npm start.`;
  }
  if (error.code === 'EACCES') return `This user may not open port ${port}: choose one above 1023 with PORT.`;
  return `The server cannot listen on port ${port}: ${error.message}.`;
}

function stop(sentence) {
  console.error(sentence);
  process.exit(1);
}
