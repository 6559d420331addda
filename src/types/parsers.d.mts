export {
  default,
  type JsonOptions,
  json,
  type Parser,
  type ParserOptions,
  raw,
  type TextOptions,
  text,
  type UrlencodedOptions,
  urlencoded,
} from './parsers.cjs';
