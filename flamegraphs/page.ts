/** What has to leave a page of clinic before it is kept: the machine's folders, and the fonts it would fetch. */

const FONTS = 'https://clinicjs.org/assets/css/fonts.css';

/** `folders` get names. */
export function tidy(html: string, folders: readonly (readonly [path: string, name: string])[]): string {
  const named = folders.reduce((text, [path, name]) => text.replaceAll(path, name), html);
  return named.replaceAll(FONTS, 'data:text/css,');
}
