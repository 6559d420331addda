/** One line that says what is going on; a line per heading where the terminal cannot rewrite it. */

export function createProgress(total) {
  const begin = Date.now();
  let done = 0;
  let heading = '';
  return {
    tell(title, text) {
      done++;
      const spent = (Date.now() - begin) / 1000;
      const left = done > 1 ? `, ${clock((spent / (done - 1)) * (total - done + 1))} left` : '';
      const line = `${String(Math.min(100, Math.floor((100 * (done - 1)) / total))).padStart(3)} %${left}: ${title}`;
      if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${line}, ${text}`);
      else if (title !== heading) process.stderr.write(`${line}\n`);
      heading = title;
    },
    end() {
      if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
    },
  };
}

function clock(seconds) {
  const whole = Math.max(0, Math.round(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
