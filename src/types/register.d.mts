/**
 * Makes requests for Express load maglev, in both module systems.
 *
 * @example node --import maglev/register app.js
 */
export {};
