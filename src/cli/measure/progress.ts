/** One line that shows the progress; a line per heading if the terminal cannot rewrite it. */

export interface Progress {
  /** `done` is how much of the total is done; by default, each call adds one. */
  report(heading: string, text: string, done?: number): void;
  end(): void;
}

const WIDTH = 24;

export function createProgress(total: number): Progress {
  const begin = Date.now();
  const { stderr } = process;
  let calls = 0;
  let last = '';
  return {
    report(heading, text, done = calls) {
      calls++;
      const share = Math.min(1, done / total);
      const spent = (Date.now() - begin) / 1000;
      const left = share > 0 ? `, ${clock((spent / share) * (1 - share))} left` : '';
      const percent = `${String(Math.floor(100 * share)).padStart(3)} %${left}: ${heading}`;
      if (stderr.isTTY) {
        const line = `${bar(share)} ${percent}, ${text}`;
        stderr.write(`\r\x1b[K${line.slice(0, (stderr.columns || 80) - 1)}`);
      } else if (heading !== last) {
        stderr.write(`${percent}\n`);
      }
      last = heading;
    },
    end() {
      if (stderr.isTTY) stderr.write('\r\x1b[K');
    },
  };
}

function bar(share: number): string {
  const full = Math.round(WIDTH * share);
  return `[${'='.repeat(full)}${' '.repeat(WIDTH - full)}]`;
}

function clock(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
