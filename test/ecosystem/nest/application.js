import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { map } from 'rxjs';
import { files } from '../harness/responses.js';
import { decorate } from './decorate.js';
import { responsesBy } from './responses.js';
import { trainsBy } from './trains.js';
import { uploadsBy } from './uploads.js';

const views = fileURLToPath(new URL('views', import.meta.url));

/** An application of Nest, which loads Express itself. */
export async function applicationBy({ require, load, line }) {
  const common = await load('@nestjs/common');
  const platform = await load('@nestjs/platform-express');
  const { NestFactory } = await load('@nestjs/core');
  const { ValidationPipe, VERSION_NEUTRAL, VersioningType } = common;
  const parts = [
    trainsBy(common, require('class-validator')),
    responsesBy(common, line),
    uploadsBy(common, platform),
  ];
  const app = await NestFactory.create(moduleOf(common, parts), {
    logger: false,
    rawBody: true,
    cors: { origin: 'http://friend.example', credentials: true },
  });
  app.set('trust proxy', true);
  app.use(require('cookie-parser')('secret'));
  app.useBodyParser('text', { type: 'text/plain' });
  app.setGlobalPrefix('api', { exclude: ['health'] });
  app.enableVersioning({ type: VersioningType.URI, defaultVersion: VERSION_NEUTRAL });
  app.useGlobalPipes(new ValidationPipe({ whitelist: true, forbidNonWhitelisted: true, transform: true }));
  app.useGlobalInterceptors({
    intercept: (context, next) => {
      if (context.switchToHttp().getRequest().query.wrapped !== 'yes') return next.handle();
      return next.handle().pipe(map((data) => ({ data })));
    },
  });
  app.useStaticAssets(files, { prefix: '/static/', index: false });
  app.engine('tpl', renderFile);
  app.setBaseViewsDir(views);
  app.setViewEngine('tpl');
  return app;
}

function moduleOf({ Module, RequestMethod }, parts) {
  class Application {
    configure(consumer) {
      consumer
        .apply((req, res, next) => {
          res.set('X-Middleware', `${req.baseUrl}|${req.url}`);
          next();
        })
        .exclude({ path: 'trains/1', method: RequestMethod.GET })
        .forRoutes(
          { path: 'trains', method: RequestMethod.ALL },
          { path: 'trains/:id', method: RequestMethod.GET },
        );
    }
  }
  const all = (kind) => parts.flatMap((part) => part[kind] ?? []);
  return decorate(Application, [Module({ controllers: all('controllers'), providers: all('providers') })]);
}

function renderFile(file, { title }, done) {
  readFile(file, 'utf8').then((text) => done(null, text.replace('{{ title }}', title)), done);
}
