import encodeUrl from 'encodeurl';
import type { Response } from 'express-serve-static-core';
import addToVary from 'vary';
import { pristineGetHeader } from './fast-path/pristine.js';
import type { ResponseLine } from './line.js';

type HeaderValue = string | number | string[] | undefined;

/** The members of a line through which headers are set and read. */
export interface HeaderMembers {
  readonly header: (...args: any[]) => unknown;
  readonly contentType: (...args: any[]) => unknown;
  readonly get: (...args: any[]) => unknown;
}

/** The default Content-Type of JSON, and of other text. */
export const JSON_TYPE = 'application/json; charset=utf-8';
export const HTML_TYPE = 'text/html; charset=utf-8';

export function createHeaders(line: ResponseLine) {
  /**
   * Set one header, or all the headers of an object; a textual `Content-Type` gets a charset.
   *
   * @example res.set('Accept', 'application/json').set({ 'X-A': '1', 'X-B': ['2', '3'] });
   */
  function header(this: Response, field: any, value?: unknown): Response {
    // biome-ignore lint/complexity/noArguments: an explicit undefined is sent as text, a missing one means an object
    if (arguments.length === 2) {
      setOne(this, field, Array.isArray(value) ? value.map(String) : String(value));
    } else {
      // Inherited headers count as well.
      for (const name in field) this.set(name, field[name]);
    }
    return this;
  }

  function setOne(res: Response, field: string, value: string | string[]): void {
    if (field.toLowerCase() !== 'content-type') {
      res.setHeader(field, value);
      return;
    }
    if (Array.isArray(value)) throw new TypeError('Content-Type cannot be set to an Array');
    res.setHeader(field, line.withCharset(value));
  }

  /**
   * Set `Content-Type`, by media type or by file extension.
   *
   * @example res.type('.html').type('image/png');
   */
  function contentType(this: Response, type: string): Response {
    return this.set('Content-Type', type.indexOf('/') === -1 ? line.typeOf(type) : type);
  }

  /** @example res.links({ next: 'http://api.example.com/users?page=2' }); */
  function links(this: Response, links: Record<string, unknown>): Response {
    const present = this.get('Link');
    const added = Object.keys(links).map((rel) => line.formatLink(rel, links[rel]));
    return this.set('Link', `${present ? `${present}, ` : ''}${added.join(', ')}`);
  }

  return { header, contentType, links };
}

/** @example res.get('Content-Type'); // 'text/plain; charset=utf-8' */
export function get(this: Response, field: string): HeaderValue {
  return this.getHeader(field);
}

/** Whether reading a header can be skipped, because no patched member would miss a call. */
export function canSkipGetHeader(res: Response): boolean {
  return res.get === (get as unknown) && res.getHeader === pristineGetHeader;
}

/**
 * Add a value to a header, and keep the values it already has.
 *
 * @example res.append('Link', ['<http://localhost/>', '<http://localhost:3000/>']);
 */
export function append(this: Response, field: string, value: any): Response {
  const present: HeaderValue = this.get(field);
  return this.set(field, present ? [present, value].flat() : value);
}

/** @example res.location('/foo/bar'); */
export function location(this: Response, url: string): Response {
  return this.set('Location', encodeUrl(url));
}

/** @example res.vary('User-Agent'); */
export function vary(this: Response, field: string | string[]): Response {
  addToVary(this, field);
  return this;
}
