import { createRender, createView, lookup, resolve } from '../../view.js';
import { mergeInherited } from '../shared/merge.js';
import { render as renderAtOnce } from '../shared/view.js';

export default createView({ lookup, render: renderAtOnce, resolve });

/** Unlike 5.x, this line wants options where there is a callback after them. */
export const render = createRender((app, options) => mergeInherited(app.locals, options._locals, options));
