import { createStyle, type Style } from './style.js';

/** Results go to stdout, notices about them to stderr. */
export class Terminal {
  /** For stdout. */
  readonly style: Style;
  /** For stderr. */
  readonly noticeStyle: Style;

  constructor() {
    this.style = createStyle(process.stdout, process.env);
    this.noticeStyle = createStyle(process.stderr, process.env);
    // `maglev routes app.js | head` closes the pipe early.
    process.stdout.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE') process.exit();
      throw error;
    });
    // Results are still printed if stderr was closed.
    process.stderr.on('error', (error: NodeJS.ErrnoException) => {
      // The terminal itself may have been closed.
      if (error.code !== 'EPIPE' && error.code !== 'EIO') throw error;
    });
  }

  print(text: string): void {
    process.stdout.write(`${text}\n`);
  }

  notice(text: string): void {
    process.stderr.write(`${text}\n`);
  }
}
