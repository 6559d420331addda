import { setTimeout } from 'node:timers/promises';
import { Router } from 'maglev';
import { addReview, listReviews } from '../data.js';
import { failure } from '../errors.js';

// The :id belongs to the path this router is mounted on; mergeParams lets it through.
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

// Stands for a slow service. What it throws rejects the handler's promise and ends up in the error handler.
async function moderate(text) {
  await setTimeout(5);
  if (typeof text !== 'string' || text.trim() === '') throw failure(422, 'A review needs some text.');
}
