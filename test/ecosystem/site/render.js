import { departure } from './departure.js';

/** The page that the server renders before the browser takes over. */
export const render = (url) => `<p>${departure(url)}</p>`;
