/** The implementations that are compared. */
import express4 from 'express4';
import express5 from 'express5';
import { createFactory } from '../../src/create.js';
import maglev from '../../src/index.js';
import application4 from '../../src/lines/application4.js';
import request4 from '../../src/lines/request4.js';
import { Router as Router4 } from '../../src/lines/router4.js';
import response from '../../src/response/prototype.js';
import type { Framework } from './build.js';
import type { RouterOptions } from './model.js';

export const realExpress5: Framework = sideOf(express5, (target) => target.router?.stack ?? target.stack);
export const maglev5: Framework = sideOf(maglev, (target) => target.router?.stack ?? target.stack);

export const realExpress4: Framework = sideOf(
  express4,
  (target) => target._router?.stack ?? target.stack ?? [],
);
export const maglev4: Framework = sideOf(
  Object.assign(createFactory({ application: application4 as any, request: request4, response }), {
    Router: Router4,
  }),
  (target) => target._router?.stack ?? target.stack ?? [],
);

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
