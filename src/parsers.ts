import bodyParser from 'body-parser';

export const { json, raw, text, urlencoded } = bodyParser;
