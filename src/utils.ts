/** The helpers of Express's `lib/utils`, which packages load from there. */
import type { App } from './contracts/app.js';
import type { createSet } from './registration/settings.js';
import type { ResponseLine } from './response/line.js';

type Set = ReturnType<typeof createSet>;

/** What differs between the lines. */
export interface UtilsLine {
  /** `app.set`, which derives functions from some settings. */
  readonly set: Set;
  readonly response: ResponseLine;
  /** `types.map(normalize)`; the lines differ in what they accept as a list. */
  map<Result>(types: any, normalize: (type: string) => Result): Result[];
  /** The parameters of a media type, including `q`. */
  parameters(type: string): Iterable<readonly [name: string, value: string | undefined]>;
  parse(type: string): { parameters: Record<string, any> };
  format(type: any): string;
}

interface AcceptedType {
  value: string;
  quality?: number;
  params: Record<string, string | undefined>;
}

export function createUtils(line: UtilsLine) {
  function normalizeType(type: string): AcceptedType {
    const isWhole = type.indexOf('/') !== -1;
    const accepted: AcceptedType = { value: line.response.offeredType(type), params: {} };
    return isWhole ? addParameters(accepted, line.parameters(type)) : accepted;
  }

  return {
    etag: compile(line.set, 'etag', 'strong'),
    wetag: compile(line.set, 'etag', 'weak'),
    normalizeType,
    normalizeTypes: (types: unknown) => line.map(types, normalizeType),
    compileETag: (value: unknown) => compile(line.set, 'etag', value),
    compileQueryParser: (value: unknown) => compile(line.set, 'query parser', value),
    compileTrust: (value: unknown) => compile(line.set, 'trust proxy', value),
    setCharset(type: string, charset: string): string {
      if (!type || !charset) return type;
      const parsed = line.parse(type);
      parsed.parameters.charset = charset;
      return line.format(parsed);
    },
  };
}

/** The function that an application derives from the value of a setting. */
function compile(set: Set, setting: string, value: unknown): unknown {
  const app = { settings: {} as Record<string, unknown>, set };
  app.set.call(app as unknown as App, setting, value);
  return app.settings[`${setting} fn`];
}

function addParameters(type: AcceptedType, parameters: ReturnType<UtilsLine['parameters']>): AcceptedType {
  const { value, params } = type;
  let quality = 1;
  for (const [name, text] of parameters) {
    if (name === 'q') quality = Number.parseFloat(text as string);
    else params[name] = text;
  }
  return { value, quality, params };
}
