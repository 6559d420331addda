import { createParsers } from './parsers/create.js';
import { line5 } from './parsers/line.js';

export const { json, raw, text, urlencoded } = createParsers(line5);
