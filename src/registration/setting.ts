/**
 * A setting that is read for each request. Each has an access of its own: V8 makes one that is shared by several names search for
 * them every time.
 */
export interface Setting {
  readonly name: string;
  readIn(record: any): any;
}

export const ENV: Setting = { name: 'env', readIn: (record) => record.env };
export const ETAG_FN: Setting = { name: 'etag fn', readIn: (record) => record['etag fn'] };
export const JSON_ESCAPE: Setting = { name: 'json escape', readIn: (record) => record['json escape'] };
export const JSON_REPLACER: Setting = { name: 'json replacer', readIn: (record) => record['json replacer'] };
export const JSON_SPACES: Setting = { name: 'json spaces', readIn: (record) => record['json spaces'] };
export const POWERED_BY: Setting = { name: 'x-powered-by', readIn: (record) => record['x-powered-by'] };
export const QUERY_PARSER_FN: Setting = {
  name: 'query parser fn',
  readIn: (record) => record['query parser fn'],
};
export const TRUST_PROXY_FN: Setting = {
  name: 'trust proxy fn',
  readIn: (record) => record['trust proxy fn'],
};
