import { departure } from './departure.js';

/** What the server shows before the browser takes over. */
export const render = (url) => `<p>${departure(url)}</p>`;
