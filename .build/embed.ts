// Embeds packages that only the command uses into the one file that imports them. Users of the framework do not install them,
// and some are ES modules, which CommonJS cannot load on every version of Node.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The files, the packages embedded in each, and their licences. */
const EMBEDDED: Readonly<Record<string, readonly string[]>> = {
  'src/cli/check/code/parser': [
    'acorn',
    '@sveltejs/acorn-typescript',
    'magic-string',
    '@jridgewell/sourcemap-codec',
  ],
};

/** Replaces the compiled versions of these files below `outdir`. */
export function embedPackages(outdir: string): void {
  for (const [file, packages] of Object.entries(EMBEDDED)) {
    const { metafile } = buildSync({
      entryPoints: [`${root}${file}.ts`],
      outfile: `${outdir}${file}.js`,
      bundle: true,
      platform: 'node',
      target: 'node20',
      format: 'cjs',
      minify: true,
      legalComments: 'none',
      banner: { js: `/*!\n${packages.map(licenceOf).join('\n\n')}\n*/` },
      metafile: true,
      logLevel: 'error',
    });
    const embedded = Object.keys(metafile.inputs).flatMap(
      (input) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(input)?.[1] ?? [],
    );
    const unlisted = embedded.filter((name) => !packages.includes(name));
    if (unlisted.length > 0)
      throw new Error(`${file} has packages in it that .build/embed.ts does not list: ${unlisted}`);
  }
}

function licenceOf(name: string): string {
  const folder = `${root}node_modules/${name}/`;
  const { version } = JSON.parse(readFileSync(`${folder}package.json`, 'utf8'));
  const file = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one));
  if (file === undefined) throw new Error(`${name} has no licence file to include`);
  return `${name} ${version}\n\n${readFileSync(folder + file, 'utf8')
    .trim()
    .replaceAll('*/', '* /')}`;
}
