// CommonJS imports.
import maglev = require('maglev');
import RouterAlone = require('maglev/router');
import parsers = require('maglev/parsers');

import Request = maglev.Request;
import Response = maglev.Response;

const app: maglev.Express = maglev();
const router: maglev.Router = maglev.Router({ mergeParams: true });
const handler: maglev.RequestHandler<{ id: string }> = (req, res) => res.send(req.params.id);
app.use(maglev.json(), maglev.static('public'), router, RouterAlone(), parsers.text());
app.get('/:id', handler, (_req: Request, res: Response, next: maglev.NextFunction) => next(res.statusCode));
// @ts-expect-error there is no such member
maglev.Nothing();
