import type { CookieOptions, Response } from 'express-serve-static-core';
import type open from 'send';

/** What responses of the lines decide differently, under a name. No member of a response asks which line it serves. */
export interface ResponseLine {
  /** The media type that a file extension stands for in `res.type`. */
  typeOf(extension: string): string;
  /** Whether `html` stands for what it always has: the tables of media types are open to everybody. */
  knowsHtml(): boolean;
  /** A Content-Type as `res.set` writes it. */
  withCharset(type: string): string;
  /** The media type of one offer of `res.format`. */
  offeredType(offer: string): string;
  /** Values of the Link header for one relation. */
  relation(rel: string, target: any): string;
  /** Whether a body goes out as it is and not as JSON. */
  isBinary(body: unknown): boolean;
  /** Says in Content-Type that the body is text. */
  labelText(res: Response): void;
  /** Whether the length of a body is told. */
  tellsLength(res: Response): boolean;
  /** Sets a status that the framework chose. */
  setStatus(res: Response, code: number): void;
  /** A copy that may be changed. */
  copyOptions(options: CookieOptions | undefined): CookieOptions;
  /** The Content-Disposition of a download. */
  disposition(file: string): string;
  isAbsolute(path: string): boolean;
  /** Adds what the application has decided about files. */
  completeFileOptions(res: Response, options: Record<string, any>): void;
  readonly openFile: typeof open;
}
