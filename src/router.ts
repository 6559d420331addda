/** The router alone: usable on a bare `http.createServer`, without an application. */
import { Route, Router } from './lines/router5.js';

export default Router;
export { Route, Router };
