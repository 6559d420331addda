/** The libraries that body-parser uses, whose corner cases have to agree, with the types needed here. */
import type { IncomingMessage } from 'node:http';
import untypedCreateError from 'http-errors';
import untypedOnFinished from 'on-finished';
import untypedTypeIs from 'type-is';

export type HttpError = Error & { status: number; statusCode: number; expose: boolean };

interface CreateError {
  (status: number, message: string, properties?: object): HttpError;
  (status: number, error: unknown, properties?: object): HttpError;
}

interface OnFinished {
  (message: IncomingMessage, listener: () => void): void;
  isFinished(message: IncomingMessage): boolean | undefined;
}

interface TypeIs {
  is(header: string | undefined, types: unknown): string | false;
}

export const createError = untypedCreateError as unknown as CreateError;
export const onFinished = untypedOnFinished as unknown as OnFinished;
export const typeIs = untypedTypeIs as unknown as TypeIs;
