/** The compared implementations. */
import express4 from 'express4';
import express5 from 'express5';
import maglev from '../../src/index.js';
import v4 from '../../src/v4.js';
import { express3, maglev3 as v3 } from '../support/api-express3.js';
import type { Framework } from './build.js';
import type { RouterOptions } from './model.js';

export const realExpress5: Framework = sideOf(express5, (target) => target.router?.stack ?? target.stack);
export const maglev5: Framework = sideOf(maglev, (target) => target.router?.stack ?? target.stack);

export const realExpress4: Framework = sideOf(
  express4,
  (target) => target._router?.stack ?? target.stack ?? [],
);
export const maglev4: Framework = sideOf(v4, (target) => target._router?.stack ?? target.stack ?? []);

export const realExpress3: Framework = sideOf3(express3);
export const maglev3: Framework = sideOf3(v3);

/** Routers of 3.x are not functions, and support only routes. */
function sideOf3(framework: any): Framework {
  return {
    ...sideOf(framework, (target) => target.stack ?? []),
    createRouter: (options: RouterOptions) => new framework.Router(options),
    mountable: (router) => router.middleware,
  };
}

function sideOf(framework: any, stackOf: (target: any) => any[]): Framework {
  return {
    mountable: (router) => router,
    createApp(options) {
      const app = framework();
      app.set('env', 'test');
      if (options.caseSensitive) app.enable('case sensitive routing');
      if (options.strict) app.enable('strict routing');
      return app;
    },
    createRouter: (options: RouterOptions) => framework.Router(options),
    stackOf,
  };
}
