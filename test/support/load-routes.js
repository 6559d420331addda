/** Routes for the clients of load.ts. Plain JavaScript, so that programs under load need not compile it. */

export const UPLOAD = 'u'.repeat(30_000);

export function bodyFor(id) {
  return `answer ${id} `.repeat(20);
}

/** Adds the routes that the clients request. */
export function serveLoad(app, onRequest = () => {}) {
  app.param('id', (req, _res, next) => {
    onRequest(Number(req.params.id));
    next();
  });
  app.get('/quick/:id', (req, res) => res.send(bodyFor(req.params.id)));
  app.post('/upload/:id', async (req, res) => {
    let length = 0;
    for await (const chunk of req) length += chunk.length;
    res.status(length === UPLOAD.length ? 200 : 400).send(bodyFor(req.params.id));
  });
  app.get('/slow/:id', (req, res) => {
    const pieces = bodyFor(req.params.id).match(/.{1,50}/g);
    const write = () => {
      res.write(pieces.shift());
      if (pieces.length === 0) res.end();
      else setImmediate(write);
    };
    write();
  });
}
