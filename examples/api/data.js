/** The data is kept in memory only: a restart resets it. */
const books = new Map();
const reviews = new Map();
let lastId = 0;

addBook({ title: 'The Left Hand of Darkness', author: 'Ursula K. Le Guin', year: 1969 });
addBook({ title: 'Invisible Cities', author: 'Italo Calvino', year: 1972 });
addBook({ title: 'A Wizard of Earthsea', author: 'Ursula K. Le Guin', year: 1968 });
addReview(1, { stars: 5, text: 'Cold, and warm.' });

export function listBooks(author) {
  const all = [...books.values()];
  return author === undefined ? all : all.filter((book) => book.author === author);
}

export function findBook(id) {
  return books.get(id);
}

export function addBook({ title, author, year }) {
  const book = { id: ++lastId, title, author, year };
  books.set(book.id, book);
  reviews.set(book.id, []);
  return book;
}

export function removeBook(id) {
  books.delete(id);
  reviews.delete(id);
}

export function listReviews(bookId) {
  return reviews.get(bookId);
}

export function addReview(bookId, { stars, text }) {
  const review = { stars, text };
  reviews.get(bookId).push(review);
  return review;
}
