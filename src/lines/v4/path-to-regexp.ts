/** The package, which agents look for under its own name. */
export { default } from 'path-to-regexp-v0';
