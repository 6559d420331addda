import depd from 'depd';
import typeIs from 'type-is-v1';
import type { Next } from '../../contracts/handler.js';
import { createJson } from '../../parsers/json.js';
import type { Options } from '../../parsers/options.js';
import { mergeInherited } from '../shared/merge.js';
import * as parsers from '../v4/parsers.js';
import { multipartOnDemand } from './packaged.js';

const deprecate = depd('maglev');

type Layer = (req: any, res: any, next: Next) => void;

/** The parser of 4.x, with connect's message for bodies that strict parsing rejects. */
const parseJson = createJson({
  ...parsers.parserLine4,
  createStrictError: () => Object.assign(new Error('invalid json'), { status: 400 }),
});

/** @example app.use(maglev.json()); */
export function json(options?: Options): Layer {
  const types = ['application/json', 'application/*+json'];
  return parseJson(completeOptions('json', { limit: '1mb', type: types }, options)) as Layer;
}

/** @example app.use(maglev.urlencoded()); */
export function urlencoded(options?: Options): Layer {
  return parsers.urlencoded(
    completeOptions('urlencoded', { extended: true, limit: '1mb' }, options),
  ) as Layer;
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
