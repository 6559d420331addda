/** The implementations that are compared. */
import express4 from 'express4';
import express5 from 'express5';
import maglev from '../../src/index.js';
import { Router as Router4 } from '../../src/lines/router4.js';
import type { Framework } from './build.js';
import type { RouterOptions } from './model.js';

export const realExpress5: Framework = sideOf(express5, (target) => target.router?.stack ?? target.stack);
export const maglev5: Framework = sideOf(maglev, (target) => target.router?.stack ?? target.stack);

export const realExpress4Router: Framework = routerSide(express4.Router);
export const maglev4Router: Framework = routerSide(Router4);

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

function routerSide(Router: any): Framework {
  return {
    createApp: (options) => Router(options),
    createRouter: (options) => Router(options),
    stackOf: (target) => target.stack,
  };
}

/** A bare router as a request listener, with the two members of Express's response that 4.x routers rely on. */
export function listenAlone(router: any): (req: any, res: any) => void {
  return (req, res) => {
    res.set = res.setHeader;
    res.send = res.end;
    router(req, res, (error: any) => {
      if (res.headersSent) return;
      res.statusCode = error ? (error.status ?? 500) : 404;
      res.end(`${error === undefined ? 'nothing' : error}`);
    });
  };
}
