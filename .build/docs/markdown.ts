// Reads README.md and docs/: their code blocks, links and commands.
import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root: string = fileURLToPath(new URL('../..', import.meta.url));

/** The pages for users, by their paths from the root of the repository. */
export const pages: readonly string[] = ['README.md', ...inDocs()];

export interface Block {
  readonly page: string;
  /** The line of the page on which its text starts, from 1. */
  readonly line: number;
  readonly language: string;
  readonly text: string;
  /** The comment before it, without its marks: `file: app.js`, `output`, `not run: why`; '' if there is none. */
  readonly note: string;
}

export function readPage(page: string): string {
  return readFileSync(root + page, 'utf8');
}

export function blocksOf(page: string, text: string = readPage(page)): Block[] {
  const lines = text.split('\n');
  const blocks: Block[] = [];
  for (let i = 0; i < lines.length; i++) {
    const language = /^```(\S*)/.exec(lines[i]!)?.[1];
    if (language === undefined) continue;
    const end = lines.indexOf('```', i + 1);
    if (end === -1) throw new Error(`${page}:${i + 1}: this block of code has no end.`);
    const note = /^<!-- (.*) -->$/.exec(lines[i - 1] ?? '')?.[1] ?? '';
    blocks.push({ page, line: i + 2, language, text: lines.slice(i + 1, end).join('\n'), note });
    i = end;
  }
  return blocks;
}

/** The page with another text in one of its blocks. */
export function replaceBlock(text: string, { line, text: before }: Block, after: string): string {
  const lines = text.split('\n');
  lines.splice(line - 1, before === '' && lines[line - 1] === '```' ? 0 : before.split('\n').length, after);
  return lines.join('\n');
}

/** The page without its code blocks. */
export function proseOf(text: string): string {
  return text.replace(/^```[\s\S]*?^```$/gm, '');
}

/** Inline code: the text between backquotes outside of blocks. */
export function inlineCodeOf(text: string): string[] {
  return [...proseOf(text).matchAll(/`([^`\n]+)`/g)].map(([, code]) => code!);
}

/** Targets of links and pictures. */
export function linksOf(text: string): string[] {
  const prose = proseOf(text).replace(/`[^`\n]*`/g, '');
  return [...prose.matchAll(/\]\(([^()\s]+)\)/g)].map(([, target]) => target!);
}

/** The anchors of the headings of a page, as sites that render Markdown generate them. */
export function anchorsOf(text: string): string[] {
  const headings = [...proseOf(text).matchAll(/^#{1,6} (.*)$/gm)].map(([, heading]) => heading!);
  return headings.map((heading) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

/** The path from the root that a page links to, and the anchor there; null for external links. */
export function resolveLink(page: string, target: string): { path: string; anchor: string } | null {
  if (/^[a-z]+:/.test(target)) return null;
  const [path = '', anchor = ''] = target.split('#');
  return { path: path === '' ? page : posix.join(posix.dirname(page), path), anchor };
}

function inDocs(): string[] {
  const files = readdirSync(`${root}docs`).filter((file) => file.endsWith('.md'));
  return files.sort().map((file) => `docs/${file}`);
}
