import depd from 'depd';
import typeIs from 'type-is-v1';
import type { Next } from '../../contracts/handler.js';
import { createParsers } from '../../parsers/create.js';
import type { Options } from '../../parsers/options.js';
import { mergeInherited } from '../shared/merge.js';
import { parserLine4, setLength, withoutNewer } from '../v4/parsers.js';
import { multipartOnDemand } from './packaged.js';

const deprecate = depd('maglev');

type Layer = (req: any, res: any, next: Next) => void;

/** The parsers of 4.x, with connect's message for bodies that strict parsing rejects. */
const parsers = createParsers({
  ...parserLine4,
  takeStream: setLength,
  createStrictError: () => Object.assign(new Error('invalid json'), { status: 400 }),
});

/** @example app.use(maglev.json()); */
export function json(options?: Options): Layer {
  const types = ['application/json', 'application/*+json'];
  return parsers.json(completeOptions('json', { limit: '1mb', type: types }, options)) as Layer;
}

/** @example app.use(maglev.urlencoded()); */
export function urlencoded(options?: Options): Layer {
  const completed = completeOptions('urlencoded', { extended: true, limit: '1mb' }, options);
  if (completed!.extended === undefined) deprecate('undefined extended: provide extended option');
  return parsers.urlencoded(withoutNewer(completed)) as Layer;
}

/** In 3.x `verify` got the body as text. */
function completeOptions(name: string, standard: object, options: Options | undefined): Options {
  const completed = mergeInherited(standard, options);
  const { verify } = completed;
  if (typeof verify === 'function') {
    deprecate(`${name}.verify: use body-parser module for verify`);
    completed.verify = (req: unknown, res: unknown, body: Buffer, encoding: BufferEncoding) =>
      verify(req, res, body.toString(encoding));
  }
  return completed as Options;
}

/** Reads JSON, forms and, if its package is installed, uploads. */
export function bodyParser(options?: Options): Layer {
  const readJson = json(options);
  const readForm = urlencoded(options);
  const readUpload = multipartOnDemand(options);
  return function bodyParser(req, res, next) {
    readJson(req, res, (jsonError) => {
      if (jsonError) return next(jsonError);
      return readForm(req, res, (formError) => {
        if (formError || req._body) return next(formError);
        req.files ||= {};
        if (!typeIs(req, ['multipart'])) return next();
        return readUpload(req, res, next);
      });
    });
  };
}
