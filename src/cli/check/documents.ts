import { pathToFileURL } from 'node:url';
import { root } from '../version.js';
import type { RuleName } from './rules.js';

/** The document about the rules: it has a section for each. */
export const DOCUMENT = 'docs/check-rules.md';

/** The path and anchor of the section about a rule. */
export function sectionOf(rule: RuleName): string {
  return `${DOCUMENT}#${rule}`;
}

/** The same as a file URL, for terminals that open those. */
export function addressOf(rule: RuleName): string {
  return `${pathToFileURL(root + DOCUMENT).href}#${rule}`;
}
