/** The implementations that are compared. */
import express4 from 'express4';
import express5 from 'express5';
import maglev from '../../src/index.js';
import v4 from '../../src/v4.js';
import type { Framework } from './build.js';
import type { RouterOptions } from './model.js';

export const realExpress5: Framework = sideOf(express5, (target) => target.router?.stack ?? target.stack);
export const maglev5: Framework = sideOf(maglev, (target) => target.router?.stack ?? target.stack);

export const realExpress4: Framework = sideOf(
  express4,
  (target) => target._router?.stack ?? target.stack ?? [],
);
export const maglev4: Framework = sideOf(v4, (target) => target._router?.stack ?? target.stack ?? []);

function sideOf(framework: any, stackOf: (target: any) => any[]): Framework {
  return {
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
