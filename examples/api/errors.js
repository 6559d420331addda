/** An error that the client is told about: `throw failure(404, 'There is no book 9.')`. */
export function failure(status, message) {
  return Object.assign(new Error(message), { status });
}

/** Answers in JSON, whatever went wrong; what we did not foresee is logged and kept from the client. */
export function handleErrors(error, _req, res, next) {
  if (res.headersSent) return next(error);
  const status = error.status ?? 500;
  if (status >= 500) console.error(error);
  res.status(status).json({ error: status >= 500 ? 'Something broke on our side.' : error.message });
}
