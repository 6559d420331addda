import type { Output } from './supervised.js';

interface Listing {
  readonly problems?: readonly string[];
  readonly error?: { readonly code?: string; readonly summary?: string };
}

/** What `npm ls --json` reports, one problem per line, with paths relative to the project's folder. */
export function npmProblems({ code, stdout, stderr }: Output, home: string): string[] {
  const { problems = [], error } = listingIn(stdout);
  // With that code, the error only repeats the problems. Others prevent npm from listing the packages.
  const errors =
    error === undefined || error.code === 'ELSPROBLEMS' ? [] : [`${error.code}: ${error.summary}`];
  const found = [...problems, ...errors];
  if (found.length === 0 && code !== 0)
    found.push(`npm ls failed: ${summaryOf(stderr) || `exit code ${code}`}`);
  return found.map((problem) => problem.replaceAll(home, '.').replace(/\s+/g, ' '));
}

function listingIn(stdout: string): Listing {
  try {
    return JSON.parse(stdout) as Listing;
  } catch {
    return {};
  }
}

/** The first lines that report an error in a manager's output, without its stack and the program name that starts each line. */
export function summaryOf(printed: string): string {
  const lines = printed.split('\n').filter((line) => line.trim() !== '' && !/^\s+at /.test(line));
  const errors = lines.filter((line) => {
    const isError = /err|fail|couldn|cannot|unable|stopped/i.test(line) || /\bE[A-Z]{3,}: /.test(line);
    return isError && !/complete log|npm-debug/i.test(line);
  });
  const texts = (errors.length > 0 ? errors : lines.slice(-3)).map((line) => {
    return line.replace(/^npm (error|ERR!)\s*/, '');
  });
  return [...new Set(texts.filter((text) => text !== ''))]
    .slice(0, 10)
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/\.$/, '');
}

/** The subject of an npm problem, such as `invalid express`, without location and version. */
export function subjectOf(problem: string): string {
  const [, kind = '', name = problem] = /^(\w+): (@?[^@\s]+)/.exec(problem) ?? [];
  return `${kind} ${name}`;
}
