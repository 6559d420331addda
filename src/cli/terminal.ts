import { createStyle, type Style } from './style.js';

/** Where a command writes: results to one stream, what is about them to the other. */
export class Terminal {
  /** For what goes to stdout. */
  readonly style: Style;
  /** For what goes to stderr. */
  readonly noticeStyle: Style;

  constructor() {
    this.style = createStyle(process.stdout, process.env);
    this.noticeStyle = createStyle(process.stderr, process.env);
    // `maglev routes app.js | head` has all it wants.
    process.stdout.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE') process.exit();
      throw error;
    });
    // Whoever does not want to read about the results may still want them.
    process.stderr.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
  }

  print(text: string): void {
    process.stdout.write(`${text}\n`);
  }

  notice(text: string): void {
    process.stderr.write(`${text}\n`);
  }
}
