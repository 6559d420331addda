import { createRoute } from '../shared/route.js';
import { v5 } from './line.js';

export default createRoute(v5, { handlesMethod: '_handlesMethod', listMethods: '_methods' }, 1);
