import type { CookieOptions, Response } from 'express-serve-static-core';
import type open from 'send';

/** How the responses of the lines differ. Members of responses do not know which line they belong to. */
export interface ResponseLine {
  /** The media type of a file extension in `res.type`. */
  typeOf(extension: string): string;
  /** Whether `html` still maps to `text/html`: applications can change the tables of media types. */
  isHtmlTypeStandard(): boolean;
  /** A Content-Type as `res.set` writes it. */
  withCharset(type: string): string;
  /** The media type for one key of `res.format`. */
  offeredType(offer: string): string;
  /** The Link header for one relation. */
  formatLink(rel: string, target: any): string;
  /** Whether a body is sent unchanged, and not as JSON. */
  isBinary(body: unknown): boolean;
  /** Sets the Content-Type of UTF-8 text. */
  setTextType(res: Response): void;
  /** Whether Content-Length is set. */
  sendsLength(res: Response): boolean;
  /** Sets a status that the framework chose. */
  setStatus(res: Response, code: number): void;
  /** A copy that may be changed. */
  copyOptions(options: CookieOptions | undefined): CookieOptions;
  /** The Content-Disposition of a download. */
  formatDisposition(file: string): string;
  isAbsolute(path: string): boolean;
  /** Adds options from the settings of the application. */
  completeFileOptions(res: Response, options: Record<string, any>): void;
  readonly openFile: typeof open;
}
