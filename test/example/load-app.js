/** The application that the scaling tests put under load, instead of that of the example. */

import { app } from '../../examples/scaling/app.js';
import { serveLoad } from '../support/load-routes.js';

app.use((_req, res, next) => {
  res.set('X-Served-By', String(process.pid));
  next();
});
serveLoad(app);

export { app };
