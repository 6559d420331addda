import { createRoute } from '../shared/route.js';
import { v4 } from './line.js';

export default createRoute(v4, { handlesMethod: '_handles_method', listMethods: '_options' }, 0);
