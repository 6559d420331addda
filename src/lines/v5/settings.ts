import qs from 'qs';
import { parseFlatQuery } from '../../registration/query.js';
import { createSet, etagFunction, type SettingsLine } from '../../registration/settings.js';

export const settingsLine5: SettingsLine = {
  read: (settings, name) => settings[name],
  readsPlainly: true,
  extendedQuery: parseExtendedQueryString,
  disabledQuery: undefined,
  choosesQueryParser: true,
  etagFunction: (value) => etagFunction(value),
};

export const set = createSet(settingsLine5);

/** Named as in Express, because the setting `query parser fn` shows it. */
function parseExtendedQueryString(text: string | null): unknown {
  return parseFlatQuery(text) ?? qs.parse(text as string, { allowPrototypes: true });
}
