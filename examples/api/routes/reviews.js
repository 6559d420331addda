import { setTimeout } from 'node:timers/promises';
import { Router } from 'maglev';
import { addReview, listReviews } from '../data.js';
import { failure } from '../errors.js';

// The :id is in the path that this router is mounted on; mergeParams makes it available here.
export const reviews = Router({ mergeParams: true });

reviews
  .route('/')
  .get((req, res) => {
    res.json(listReviews(Number(req.params.id)));
  })
  .post(async (req, res) => {
    const { stars, text } = req.body ?? {};
    await moderate(text);
    res.status(201).json(addReview(Number(req.params.id), { stars, text }));
  });

// Simulates a slow service. An error thrown here rejects the handler's promise and reaches the error handler.
async function moderate(text) {
  await setTimeout(5);
  if (typeof text !== 'string' || text.trim() === '') throw failure(422, 'A review needs some text.');
}
