/** An error whose message is sent to the client: `throw failure(404, 'There is no book 9.')`. */
export function failure(status, message) {
  return Object.assign(new Error(message), { status });
}

/** Sends every error as JSON. Unexpected errors are logged, and their message is not sent. */
export function handleErrors(error, _req, res, next) {
  if (res.headersSent) return next(error);
  const status = error.status ?? 500;
  if (status >= 500) console.error(error);
  res.status(status).json({ error: status >= 500 ? 'Internal server error.' : error.message });
}
