// CommonJS imports.
import maglev = require('maglev/v3');

import Request = maglev.Request;
import Response = maglev.Response;

const app: maglev.Express = maglev();
const handler: maglev.RequestHandler = (req, res) => res.send(req.params.id);
app.use(maglev.json()).use(maglev.static('public'));
app.get('/:id', handler, (_req: Request, res: Response, next: maglev.NextFunction) => next(res.statusCode));
// @ts-expect-error there is no such member
maglev.Nothing();
