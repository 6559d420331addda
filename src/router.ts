/** The router alone: usable on a bare `http.createServer`, without an application. */
import Route from './lines/v5/route.js';
import { Router } from './lines/v5/router.js';

export default Router;
export { Route, Router };
