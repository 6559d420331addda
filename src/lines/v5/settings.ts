import { parseQuery } from '../../registration/query.js';
import { createSet, etagFunction, type SettingsLine } from '../../registration/settings.js';

export const line5: SettingsLine = {
  read: (settings, name) => settings[name],
  extendedQuery: parseExtendedQueryString,
  disabledQuery: undefined,
  choosesQueryParser: true,
  etagFunction: (value) => etagFunction(value),
};

export const set = createSet(line5);

/** Named as Express's is, for whoever reads the names of functions in settings. */
function parseExtendedQueryString(text: string | null): unknown {
  return parseQuery(text, { allowPrototypes: true });
}
