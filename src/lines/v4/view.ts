import { createRender, createView, lookup, resolve } from '../../view.js';
import { mergeInherited } from '../shared/merge.js';
import { render as renderAtOnce } from '../shared/view.js';

export default createView({ lookup, render: renderAtOnce, resolve });

/** Unlike in 5.x, options must not be omitted before a callback. */
export const render = createRender((app, options) => mergeInherited(app.locals, options._locals, options));
