// Runs in the page. Everything is built from elements and text nodes, so that no name can become markup.
import type { Kind } from '../../inspect/rows.js';
import type { PageData, PageRow } from '../page-data.js';

type Child = string | Node | null;
export type Children = Child | readonly Child[];

export const data: PageData = JSON.parse(elementOf('data').textContent);
export const byKey = new Map(data.rows.map((row) => [row.key, row]));

const LABELS: Record<Exclude<Kind, 'route'>, string> = {
  middleware: 'use',
  'error handler': 'errors',
  mount: 'mount',
};

export function elementOf<Made extends HTMLElement = HTMLElement>(id: string): Made {
  return document.getElementById(id) as Made;
}

/** An element with attributes and children; strings become text nodes. */
export function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string | boolean | null>> = {},
  ...children: readonly Children[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== null && value !== false) element.setAttribute(key, value === true ? '' : value);
  }
  element.append(...children.flat().filter((child) => child !== null));
  return element;
}

export function badge(method: string): HTMLElement {
  return make('span', { class: `method m-${method.toLowerCase().replace(/\W.*/, '')}` }, method);
}

export function labelsOf({ kind, methods }: PageRow): HTMLElement[] {
  return kind === 'route' ? methods.map(badge) : [badge(LABELS[kind])];
}

export function titleOf(row: PageRow): HTMLElement {
  const { path, name } = row;
  return make(
    'span',
    { class: 'title' },
    labelsOf(row),
    ' ',
    make('code', {}, pieces(path)),
    name ? ` ${name}` : '',
  );
}

export function sourceOf({ source }: PageRow): HTMLElement | null {
  return source ? make('span', { class: 'source' }, pieces(source)) : null;
}

/** A text that may wrap only after its slashes. */
export function pieces(text: string): Child[] {
  return withBreaks(text.split(/(?<=\/)(?=[^/])/));
}

/** A name that may wrap before the words in it. */
export function wordsOf(name: string): Child[] {
  return withBreaks(name.split(/(?<=[a-z\d])(?=[A-Z])|(?<=[_.])/));
}

function withBreaks(parts: readonly string[]): Child[] {
  return parts.flatMap((part, i) => (i === 0 ? [part] : [make('wbr'), part]));
}
