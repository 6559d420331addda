import { dialect3 } from '../../../compiler/dialect3.js';
import type { LayerConstructor } from '../../contracts/layer.js';
import type { Line } from '../line.js';
import { v4 } from '../v4/line.js';
import { Route } from './route.js';

/**
 * The 3.x line, as far as tables and the compiler need it. A table has the routes of one verb, and the line has its own dispatch
 * (route-list.ts, dispatch.ts): most decisions of a line are not used.
 */
export const v3: Line = {
  ...v4,
  dialect: dialect3,
  Layer: Route as unknown as LayerConstructor,
};
