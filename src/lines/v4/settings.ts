import qs from 'qs-v6.16';
import { parseFlatQuery } from '../../registration/query.js';
import { createSet, etagFunction, type SettingsLine } from '../../registration/settings.js';

/** Settings of 4.x are plain objects: members of Object.prototype are not settings. */
const settingsLine4: SettingsLine = {
  read(settings, name) {
    // Users may have removed the record: then nothing is set.
    return name in Object.prototype ? readBelowObject(settings, name) : settings?.[name];
  },
  readsPlainly: false,
  extendedQuery: parseExtendedQueryString,
  disabledQuery: newObject,
  choosesQueryParser: true,
  etagFunction: (value) => etagFunction(value),
};

/** For names that Object.prototype has. */
function readBelowObject(settings: Record<string, any>, name: string): unknown {
  for (let at = settings; at && at !== Object.prototype; at = Object.getPrototypeOf(at)) {
    if (Object.hasOwn(at, name)) return at[name];
  }
  return undefined;
}

export const set = createSet(settingsLine4);

// Named as in Express, because the setting `query parser fn` shows them.
function parseExtendedQueryString(text: string | null): unknown {
  return parseFlatQuery(text) ?? qs.parse(text as string, { allowPrototypes: true, arrayLimit: 1000 });
}

function newObject(): object {
  return {};
}
