import { Router } from 'maglev';
import { addBook, findBook, listBooks, removeBook } from '../data.js';
import { failure } from '../errors.js';
import { reviews } from './reviews.js';

export const books = Router();

// Runs once for every request whose path has an :id, before its handlers.
books.param('id', (req, _res, next, id) => {
  req.book = findBook(Number(id));
  next(req.book ? undefined : failure(404, `There is no book ${id}.`));
});

books.get('/', (req, res) => {
  res.json(listBooks(req.query.author));
});

books.post('/', (req, res) => {
  const { title, author, year } = req.body ?? {};
  if (typeof title !== 'string' || typeof author !== 'string') {
    throw failure(400, 'A book needs a title and an author.');
  }
  const book = addBook({ title, author, year });
  res.status(201).location(`${req.baseUrl}/${book.id}`).json(book);
});

books.get('/:id', (req, res) => {
  res.json(req.book);
});

books.delete('/:id', (req, res) => {
  removeBook(req.book.id);
  res.sendStatus(204);
});

books.use('/:id/reviews', reviews);
