/** The application that the tests of scaling put under load, in the place of the example's own. */

import { app } from '../../examples/scaling/app.js';
import { serveLoad } from '../support/load-routes.js';

app.use((_req, res, next) => {
  res.set('X-Served-By', String(process.pid));
  next();
});
serveLoad(app);

export { app };
