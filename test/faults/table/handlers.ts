/** Handlers that answer too often, too late, never, or break what they answer on. */
import { EventEmitter } from 'node:events';
import { pipeline, Readable } from 'node:stream';
import type { Faults } from '../fault.js';

type Act = (req: any, res: any, next: any) => unknown;

const broken = (): Error => new Error('broken');

/** Faults whose request is answered, or whose connection is closed, by itself. */
const acts: Record<string, Act> = {
  'answers twice': (_req, res) => {
    res.send('first');
    res.send('second');
  },
  'answers twice, with other means': (_req, res) => {
    res.json({ first: true });
    res.redirect('/second');
  },
  'ends twice': (_req, res) => {
    res.end('first');
    res.end('second');
  },
  'answers and goes on': (_req, res, next) => {
    res.send('answered');
    next();
  },
  'answers and goes on, later': (_req, res, next) => {
    res.send('answered');
    setImmediate(next);
  },
  'answers and goes on with an error': (_req, res, next) => {
    res.send('answered');
    next(broken());
  },
  'answers and goes on with an error, later': (_req, res, next) => {
    res.send('answered');
    res.on('finish', () => next(broken()));
  },
  'answers and throws': (_req, res) => {
    res.send('answered');
    throw broken();
  },
  'goes on twice': (_req, _res, next) => {
    next();
    next();
  },
  'goes on twice with errors': (_req, _res, next) => {
    next(broken());
    next(new Error('again'));
  },
  'goes on and throws': (_req, _res, next) => {
    next();
    throw broken();
  },
  'begins an answer and throws': (_req, res) => {
    res.write('begun');
    throw broken();
  },
  'begins an answer and throws, later': (_req, res, next) => {
    res.write('begun');
    setImmediate(() => next(broken()));
  },
  'sends headers and throws': (_req, res) => {
    res.flushHeaders();
    throw broken();
  },
  'announces more than it sends': (_req, res) => {
    res.set('Content-Length', '4');
    res.end('abcd');
  },
  'sets a header after the answer': (_req, res) => {
    res.send('answered');
    res.set('X-Late', 'late');
  },
  'sets a cookie after the answer': (_req, res) => {
    res.send('answered');
    res.cookie('late', 'late');
  },
  'writes after the end': (_req, res) => {
    res.on('error', () => {});
    res.end('ended');
    res.write('late');
  },
  'writes after the end, unheard': (_req, res) => {
    res.end('ended');
    res.write('late');
  },
  'destroys the socket': (req) => req.socket.destroy(),
  'destroys the socket and answers': (req, res) => {
    req.socket.destroy();
    res.send('lost');
  },
  'destroys the socket and throws': (req) => {
    req.socket.destroy();
    throw broken();
  },
  'destroys the socket and goes on, later': (req, _res, next) => {
    req.socket.destroy();
    setImmediate(next, broken());
  },
  'destroys the request': (req, res) => {
    res.on('close', () => {});
    req.destroy();
  },
  'destroys the request with an error': (req) => req.destroy(broken()),
  'destroys the response': (_req, res) => res.destroy(),
  'destroys the response with an error': (_req, res) => res.destroy(broken()),
  'destroys the response and throws': (_req, res) => {
    res.destroy();
    throw broken();
  },
  'writes and destroys the response': (_req, res, next) => {
    res.write('begun', () => {
      res.destroy();
      next(broken());
    });
  },
  'throws in a listener of finish': (_req, res) => {
    res.on('finish', () => {
      throw broken();
    });
    res.send('answered');
  },
  'throws in a listener of close': (_req, res) => {
    res.on('close', () => {
      throw broken();
    });
    res.send('answered');
  },
  'throws in an emitter': () => {
    new EventEmitter().emit('error', broken());
  },
  'passes a failing stream on': (_req, res, next) => {
    const source = new Readable({ read() {} });
    source.push('begun');
    pipeline(source, res, (error: unknown) => next(error));
    res.once('pipe', () => {});
    setImmediate(() => source.destroy(broken()));
  },
  'passes on a stream that fails at once': (_req, res, next) => {
    const source = new Readable({
      read() {
        this.destroy(broken());
      },
    });
    source.on('error', next);
    source.pipe(res);
  },
  'overflows the stack': function overflow(req, res, next): unknown {
    return [overflow(req, res, next)];
  },
  'removes the url': (req, _res, next) => {
    req.url = '';
    next();
  },
  'makes the url relative': (req, _res, next) => {
    req.url = 'nowhere';
    next();
  },
  'renames the method': (req, _res, next) => {
    req.method = 'NONSENSE';
    next();
  },
  'spoils the writing of heads': (_req, res) => {
    res.writeHead = () => {
      throw broken();
    };
    res.send('never');
  },
  'spoils the end, once': (_req, res) => {
    res.end = () => {
      delete res.end;
      throw broken();
    };
    res.send('never');
  },
  'spoils the setting of headers': (_req, res) => {
    const { setHeader } = res;
    res.setHeader = function (name: string, value: string) {
      if (name === 'ETag') throw broken();
      return setHeader.call(this, name, value);
    };
    res.send('never');
  },
};

/** Faults after which nobody answers: the client would wait as long as it likes. */
const silences: Record<string, Act> = {
  'never answers': () => {},
  'begins an answer and stops': (_req, res) => {
    res.write('begun');
  },
  'begins an answer and goes on': (_req, res, next) => {
    res.write('begun');
    next();
  },
  'announces more than it sends, and stops': (_req, res) => {
    res.set('Content-Length', '10');
    res.write('abcd');
  },
  'throws in a timer': () => {
    setTimeout(() => {
      throw broken();
    }, 0);
  },
  'throws in a tick': () => {
    process.nextTick(() => {
      throw broken();
    });
  },
  'throws where its promise cannot see it': async () => {
    setImmediate(() => {
      throw broken();
    });
  },
  'passes on a failing stream that nobody listens to': (_req, res) => {
    const source = new Readable({
      read() {
        this.destroy(broken());
      },
    });
    source.pipe(res);
  },
};

/** Where in an application the handler stands. */
const places: Record<string, (app: any, act: Act, framework: any) => void> = {
  'a handler': (app, act) => app.get('/', act),
  'a middleware': (app, act) => app.use((req: any, res: any, next: any) => act(req, res, next)),
  'a mounted application': (app, act, framework) => {
    const inner = framework();
    inner.set('env', 'production');
    inner.get('/', act);
    app.use(inner);
  },
};

export const handlers: Faults = Object.fromEntries(
  Object.entries(places).flatMap(([place, put]) => [
    ...Object.entries(acts).map(([name, act]) => [
      `${place} ${name}`,
      { build: (app: any, { framework }: any) => put(app, act, framework) },
    ]),
    ...Object.entries(silences).map(([name, act]) => [
      `${place} ${name}`,
      {
        build: (app: any, { framework, note }: any) => put(app, noting(note, act), framework),
        talk: (talk: any) => talk.unanswered('ran'),
      },
    ]),
  ]),
);

/** Says that the handler has run, once it has. */
function noting(note: (word: string) => void, act: Act): Act {
  return (req, res, next) => {
    setImmediate(note, 'ran');
    return act(req, res, next);
  };
}
