import { pathToFileURL } from 'node:url';
import { root } from '../version.js';
import type { RuleName } from './rules.js';

/** What the package has about the rules: a section for each. */
export const DOCUMENT = 'docs/check-rules.md';

/** Where the section about a rule is. */
export function sectionOf(rule: RuleName): string {
  return `${DOCUMENT}#${rule}`;
}

/** The same as the address of a file, for terminals that open those. */
export function addressOf(rule: RuleName): string {
  return `${pathToFileURL(root + DOCUMENT).href}#${rule}`;
}
