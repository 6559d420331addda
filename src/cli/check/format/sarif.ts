import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { placeText } from '../../routes/text.js';
import { root, version } from '../../version.js';
import { DOCUMENT } from '../documents.js';
import type { Finding } from '../finding.js';
import { RULES, type RuleName } from '../rules.js';
import { titleOf } from '../text.js';

/** Findings as SARIF 2.1.0, which code hosts and editors read. */
export function sarifText(findings: readonly Finding[]): string {
  const names = Object.keys(RULES) as RuleName[];
  const sections = readSections();
  const rules = names.map((id) => ({
    id,
    shortDescription: { text: RULES[id] },
    help: { text: sections.get(id) ?? RULES[id], markdown: sections.get(id) ?? RULES[id] },
  }));
  const driver = { name: 'maglev check', version: version(), rules };
  const results = findings.map((finding) => ({
    ruleId: finding.rule,
    ruleIndex: names.indexOf(finding.rule),
    level: finding.level,
    message: { text: messageText(finding) },
    locations: locationsOf(finding),
  }));
  const runs = [{ tool: { driver }, results, columnKind: 'utf16CodeUnits' }];
  return JSON.stringify(
    { $schema: 'https://json.schemastore.org/sarif-2.1.0.json', version: '2.1.0', runs },
    null,
    2,
  );
}

function messageText(finding: Finding): string {
  const { message, rewrite } = finding;
  return `${titleOf(finding)} ${message}${rewrite === undefined ? '' : ` Write ${rewrite}`}`;
}

function locationsOf({ source, column }: Finding): object[] {
  const [, file, line] = /^(.*):(\d+)$/.exec(source ?? '') ?? [];
  if (file === undefined) return [];
  const short = placeText(file).replaceAll('\\', '/');
  const uri = short.startsWith('/') ? pathToFileURL(file).href : encodeURI(short);
  const region = { startLine: Number(line), ...(column === undefined ? {} : { startColumn: column }) };
  return [{ physicalLocation: { artifactLocation: { uri }, region } }];
}

/** The sections of the document of rules, by title. */
function readSections(): Map<string, string> {
  const sections = readFileSync(root + DOCUMENT, 'utf8')
    .split(/^### /m)
    .slice(1);
  return new Map(
    sections.map((section) => {
      const [title = '', ...lines] = section.split(/^## /m)[0]!.split('\n');
      return [title.trim(), lines.join('\n').trim()];
    }),
  );
}
