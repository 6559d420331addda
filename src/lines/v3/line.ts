import { dialect3 } from '../../../compiler/dialect3.js';
import type { LayerConstructor } from '../../contracts/layer.js';
import type { Line } from '../line.js';
import { v4 } from '../v4/line.js';
import { Route } from './route.js';

/**
 * The 3.x line, as far as tables and the compiler have to know it. A table holds the routes of one verb there, and the
 * walk over them (route-list.ts, dispatch.ts) is the line's own: most of what lines decide does not come up.
 */
export const v3: Line = {
  ...v4,
  dialect: dialect3,
  Layer: Route as unknown as LayerConstructor,
};
