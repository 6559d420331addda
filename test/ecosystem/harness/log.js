import { EventEmitter, once } from 'node:events';

/**
 * Takes the lines that middleware logs, often after the answer has gone out: `GET /log?lines=2` answers with the first two
 * as soon as there are so many, and forgets them.
 */
export class Log extends EventEmitter {
  #lines = [];

  add(line) {
    this.#lines.push(line);
    this.emit('line');
  }

  /** To be registered before what logs. */
  get handler() {
    return async (req, res, next) => {
      if (req.path !== '/log') return next();
      const count = Number(req.query.lines);
      while (this.#lines.length < count) await once(this, 'line');
      // A line each, so that those show which differ.
      const lines = this.#lines.splice(0, count).map((line) => JSON.stringify(line));
      res.type('json').send(`[\n${lines.join(',\n')}\n]`);
    };
  }
}
