import { createHash } from 'node:crypto';
import { etagGenerator } from '../../etag.js';
import { createSet, etagFunction, type SettingsLine } from '../../registration/settings.js';
import { settingsLine5 } from '../v5/settings.js';

/** ETags of 3.x use MD5. */
function createTag(body: Buffer, { weak }: { weak: boolean }): string {
  const hash = createHash('md5').update(body).digest('base64').replace(/=+$/, '');
  return `${weak ? 'W/' : ''}"${body.length.toString(16)}-${hash}"`;
}

const strong = etagGenerator(createTag, false);
const weak = etagGenerator(createTag, true);

/** 3.x has no setting `query parser`. */
const settingsLine3: SettingsLine = {
  ...settingsLine5,
  choosesQueryParser: false,
  etagFunction: (value) => etagFunction(value, strong, weak),
};

export const set = createSet(settingsLine3);
