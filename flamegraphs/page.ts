/** Removes the paths of this machine and the fonts that would be fetched from a page of clinic. */

const FONTS = 'https://clinicjs.org/assets/css/fonts.css';

/** Replaces each path of `folders` with its name. */
export function tidy(html: string, folders: readonly (readonly [path: string, name: string])[]): string {
  const named = folders.reduce((text, [path, name]) => text.replaceAll(path, name), html);
  return named.replaceAll(FONTS, 'data:text/css,');
}
