/**
 * Gives maglev to whoever asks for Express, in both module systems.
 *
 * @example node --import maglev/register app.js
 */
export {};
