// Writes dist/core-types.d.cts: the types of express-serve-static-core for projects that have not installed them. A pattern for an
// ambient module applies only if nothing else resolves, so projects that have these types, and augment them, share their own.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { write } from './write.js';

const types = fileURLToPath(new URL('../node_modules/@types/', import.meta.url));
const CORE = 'express-serve-static-core';

/** An import of types from a package: `import { A as B } from "name";` */
const IMPORT = /^import \{ (.*) \} from "([\w-]+)";$/gm;
/** The types of a package that exports a namespace. */
const NAMESPACE = /^declare (namespace (\w+) \{\n[\s\S]*?^\})/m;
const GLOBAL = /^declare global \{\n([\s\S]*?)^\}\n/m;

export function writeCoreTypes(outdir: string): void {
  const text = readTypes(CORE);
  const [global, inner] = GLOBAL.exec(text)!;
  const packages: string[] = [];
  const body = text
    .replace(global, '')
    .replace(/^export \{\};\n/m, '')
    .replace(/^\/\/\/ .*\n/gm, '')
    .replace(/ from "(events|http)"/g, ' from "node:$1"')
    .replace(IMPORT, (_all, names: string, name: string) => {
      packages.push(name);
      return aliasesOf(names, NAMESPACE.exec(readTypes(name))![2]!);
    });
  const namespaces = packages.map((name) => NAMESPACE.exec(readTypes(name))![1]!);
  const parts = [
    licenceOf([CORE, ...packages]),
    '/// <reference path="./node-types.d.cts" />',
    inner!.replace(/^ {4}/gm, '').replace(/^namespace/, 'declare namespace'),
    `declare module "${CORE}*" {`,
    'import * as fs from "node:fs";\nimport * as stream from "node:stream";',
    ...namespaces,
    `${body}}\n`,
  ];
  write(`${outdir}core-types.d.cts`, parts.join('\n'));
}

function readTypes(name: string): string {
  return readFileSync(`${types}${name}/index.d.ts`, 'utf8');
}

/** `import B = Space.A;` for `A as B`. */
function aliasesOf(names: string, space: string): string {
  const aliases = names.split(', ').map((one) => {
    const [name, alias = name] = one.split(' as ');
    return `import ${alias} = ${space}.${name};`;
  });
  return aliases.join('\n');
}

function licenceOf(names: readonly string[]): string {
  const list = names.map((name) => `@types/${name}`).join(', ');
  const licence = readFileSync(`${types}${names[0]}/LICENSE`, 'utf8').trim();
  return `/*\n${list}, as published by their authors, under this licence:\n\n${licence}\n*/`;
}
