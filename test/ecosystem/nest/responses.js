import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { from } from 'rxjs';
import { files } from '../harness/responses.js';
import { decorate } from './decorate.js';

/** All kinds of responses of a controller. */
export function responsesBy(common, line) {
  const { All, Catch, Controller, Get, Header, HttpCode, HttpException, Ip, Next, Post, Redirect, Render } =
    common;
  const { Req, Res, Sse, StreamableFile, UseFilters, Version } = common;

  class Teapot extends Error {}
  class TeapotFilter {
    catch(error, host) {
      host.switchToHttp().getResponse().status(418).set('X-Tea', 'green').send(`Short: ${error.message}`);
    }
  }
  decorate(TeapotFilter, [Catch(Teapot)]);

  class Responses {
    text() {
      return 'text';
    }
    bytes() {
      return Buffer.from([1, 2, 3]);
    }
    nothing() {}
    later() {
      return from(['skipped', { later: true }]);
    }
    headed(ip) {
      return { ip };
    }
    moved() {}
    elsewhere({ query }) {
      if (query.to) return { url: query.to, statusCode: 307 };
    }
    cookie(req, res) {
      res.cookie('seen', 'yes', { httpOnly: true, signed: true });
      return { cookies: req.cookies, signed: req.signedCookies };
    }
    own(req, res) {
      res.status(202).type('text').send(`${req.method} ${req.originalUrl} ${req.route.path}`);
    }
    file() {
      return new StreamableFile(createReadStream(join(files, 'note.txt')), {
        type: 'text/plain',
        disposition: 'attachment; filename="note.txt"',
        length: 65,
      });
    }
    complete() {
      return new StreamableFile(Buffer.from('complete'));
    }
    lost() {
      return new StreamableFile(createReadStream(join(files, 'missing')));
    }
    events() {
      return from([{ data: { a: 1 } }, { data: 'b', id: '7', type: 'letter', retry: 10 }]);
    }
    page() {
      return { title: 'From Nest' };
    }
    raw(req) {
      return { raw: req.rawBody?.toString(), body: req.body };
    }
    passed(_req, res, next) {
      res.set('X-Passed', 'yes');
      next();
    }
    tea() {
      throw new Teapot('and stout');
    }
    broken() {
      throw new Error('broken');
    }
    async denied() {
      throw new HttpException({ code: 'DENIED', reason: 'because' }, 451);
    }
    any(req) {
      return { method: req.method, params: req.params };
    }
  }
  const requestAndResponse = [[Req()], [Res()]];
  decorate(Responses, [Controller('responses'), UseFilters(new TeapotFilter())], {
    text: { on: [Get('text')] },
    bytes: { on: [Get('bytes')] },
    nothing: { on: [Get('nothing')] },
    later: { on: [Post('later'), HttpCode(203)] },
    headed: {
      on: [Get('headed'), Header('X-One', '1'), Header('Cache-Control', 'no-store')],
      takes: [[Ip()]],
    },
    moved: { on: [Get('moved'), Redirect('/api/responses/text', 301)] },
    elsewhere: { on: [Get('elsewhere'), Redirect('/nowhere')], takes: [[Req()]] },
    cookie: { on: [Get('cookie')], takes: [[Req()], [Res({ passthrough: true })]] },
    own: { on: [Get(['own', 'mine/:id'])], takes: requestAndResponse },
    file: { on: [Get('file')] },
    complete: { on: [Get('complete')] },
    lost: { on: [Get('lost')] },
    events: { on: [Sse('events')] },
    page: { on: [Get('page'), Render('page')] },
    raw: { on: [Post('raw')], takes: [[Req()]] },
    passed: { on: [Get('passed')], takes: [...requestAndResponse, [Next()]] },
    tea: { on: [Get('tea')] },
    broken: { on: [Get('broken')] },
    denied: { on: [Get('denied')] },
    any: { on: [All(line === 5 ? 'any/*rest' : 'any/*')], takes: [[Req()]] },
  });

  class Versions {
    first() {
      return 'first';
    }
    second() {
      return 'second';
    }
  }
  decorate(Versions, [Controller({ path: 'versions', version: ['1', '2'] })], {
    first: { on: [Get(), Version('1')] },
    second: { on: [Get(), Version('2')] },
  });

  class Health {
    health() {
      return { ok: true };
    }
  }
  decorate(Health, [Controller()], { health: { on: [Get('health')] } });
  return { controllers: [Responses, Versions, Health] };
}
