export {
  default,
  type JsonOptions,
  json,
  type Parser,
  type ParserOptions,
  type PoisonAction,
  raw,
  type TextOptions,
  text,
  type UrlencodedOptions,
  urlencoded,
} from './parsers.cjs';
