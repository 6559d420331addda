/** All errors of the parsers, with body-parser's messages and fields, which applications rely on. */
import createError, { type HttpError } from 'http-errors';

export function charsetUnsupported(name: string, charset: string): HttpError {
  return createError(415, `unsupported charset "${name.toUpperCase()}"`, {
    charset,
    type: 'charset.unsupported',
  });
}

export function encodingForbidden(encoding: string): HttpError {
  return createError(415, 'content encoding unsupported', { encoding, type: 'encoding.unsupported' });
}

export function encodingUnsupported(encoding: string): HttpError {
  return createError(415, `unsupported content encoding "${encoding}"`, {
    encoding,
    type: 'encoding.unsupported',
  });
}

export function declaredTooLarge(length: number, limit: number): HttpError {
  return createError(413, 'request entity too large', {
    expected: length,
    length,
    limit,
    type: 'entity.too.large',
  });
}

export function grownTooLarge(received: number, limit: number): HttpError {
  return createError(413, 'request entity too large', { limit, received, type: 'entity.too.large' });
}

export function streamEncodingSet(): HttpError {
  return createError(500, 'stream encoding should not be set', { type: 'stream.encoding.set' });
}

export function streamNotReadable(): HttpError {
  return createError(500, 'stream is not readable', { type: 'stream.not.readable' });
}

export function requestAborted(length: number | null, received: number): HttpError {
  return createError(400, 'request aborted', {
    code: 'ECONNABORTED',
    expected: length,
    length,
    received,
    type: 'request.aborted',
  });
}

export function sizeInvalid(length: number, received: number): HttpError {
  return createError(400, 'request size did not match content length', {
    expected: length,
    length,
    received,
    type: 'request.size.invalid',
  });
}

export function tooManyParameters(): HttpError {
  return createError(413, 'too many parameters', { type: 'parameters.too.many' });
}

export function tooDeep(): HttpError {
  return createError(400, 'The input exceeded the depth', { type: 'querystring.parse.rangeError' });
}

/** The error that `verify` threw, or an error created from the value that it threw. */
export function verifyFailed(thrown: any, body: unknown): HttpError {
  return createError(403, thrown, { body, type: thrown.type || 'entity.verify.failed' });
}

/** The error that a parser threw, which keeps its own status and type, if any. */
export function parseFailed(thrown: any, body: unknown): HttpError {
  return createError(400, thrown, { body, type: thrown.type || 'entity.parse.failed' });
}

/** A stream error, or one of the errors above, which keeps its status. */
export function badRequest(error: unknown): HttpError {
  return createError(400, error);
}
