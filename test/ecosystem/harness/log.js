import { EventEmitter, once } from 'node:events';

/**
 * Collects the lines that middleware logs, often after the response was sent: `GET /log?lines=2` responds with the first two
 * as soon as they exist, and removes them.
 */
export class Log extends EventEmitter {
  #lines = [];

  add(line) {
    this.#lines.push(line);
    this.emit('line');
  }

  /** To be registered before the logging middleware. */
  get handler() {
    return async (req, res, next) => {
      if (req.path !== '/log') return next();
      const count = Number(req.query.lines);
      while (this.#lines.length < count) await once(this, 'line');
      // One per line, so that a diff shows those that differ.
      const lines = this.#lines.splice(0, count).map((line) => JSON.stringify(line));
      res.type('json').send(`[\n${lines.join(',\n')}\n]`);
    };
  }
}
