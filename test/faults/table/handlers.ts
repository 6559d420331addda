/** Handlers that respond too often, too late or never, or that break their request or response. */
import { EventEmitter } from 'node:events';
import { pipeline, Readable } from 'node:stream';
import type { Faults } from '../fault.js';

type Act = (req: any, res: any, next: any) => unknown;

const broken = (): Error => new Error('broken');

/** Faults whose request gets a response, or whose connection is closed, without further action. */
const acts: Record<string, Act> = {
  'responds twice': (_req, res) => {
    res.send('first');
    res.send('second');
  },
  'responds twice, with another method': (_req, res) => {
    res.json({ first: true });
    res.redirect('/second');
  },
  'ends twice': (_req, res) => {
    res.end('first');
    res.end('second');
  },
  'responds and calls next': (_req, res, next) => {
    res.send('sent');
    next();
  },
  'responds and calls next later': (_req, res, next) => {
    res.send('sent');
    setImmediate(next);
  },
  'responds and calls next with an error': (_req, res, next) => {
    res.send('sent');
    next(broken());
  },
  'responds and calls next with an error later': (_req, res, next) => {
    res.send('sent');
    res.on('finish', () => next(broken()));
  },
  'responds and throws': (_req, res) => {
    res.send('sent');
    throw broken();
  },
  'calls next twice': (_req, _res, next) => {
    next();
    next();
  },
  'calls next twice with errors': (_req, _res, next) => {
    next(broken());
    next(new Error('again'));
  },
  'calls next and throws': (_req, _res, next) => {
    next();
    throw broken();
  },
  'starts a response and throws': (_req, res) => {
    res.write('begun');
    throw broken();
  },
  'starts a response and fails later': (_req, res, next) => {
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
  'sets a header after the response': (_req, res) => {
    res.send('sent');
    res.set('X-Late', 'late');
  },
  'sets a cookie after the response': (_req, res) => {
    res.send('sent');
    res.cookie('late', 'late');
  },
  'writes after the end': (_req, res) => {
    res.on('error', () => {});
    res.end('ended');
    res.write('late');
  },
  'writes after the end, without a listener': (_req, res) => {
    res.end('ended');
    res.write('late');
  },
  'destroys the socket': (req) => req.socket.destroy(),
  'destroys the socket and responds': (req, res) => {
    req.socket.destroy();
    res.send('lost');
  },
  'destroys the socket and throws': (req) => {
    req.socket.destroy();
    throw broken();
  },
  'destroys the socket and calls next later': (req, _res, next) => {
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
  'throws in a finish listener': (_req, res) => {
    res.on('finish', () => {
      throw broken();
    });
    res.send('sent');
  },
  'throws in a close listener': (_req, res) => {
    res.on('close', () => {
      throw broken();
    });
    res.send('sent');
  },
  'throws in an emitter': () => {
    new EventEmitter().emit('error', broken());
  },
  'pipes a failing stream': (_req, res, next) => {
    const source = new Readable({ read() {} });
    source.push('begun');
    pipeline(source, res, (error: unknown) => next(error));
    res.once('pipe', () => {});
    setImmediate(() => source.destroy(broken()));
  },
  'pipes a stream that fails immediately': (_req, res, next) => {
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
  'breaks writeHead': (_req, res) => {
    res.writeHead = () => {
      throw broken();
    };
    res.send('never');
  },
  'breaks end, once': (_req, res) => {
    res.end = () => {
      delete res.end;
      throw broken();
    };
    res.send('never');
  },
  'breaks setHeader': (_req, res) => {
    const { setHeader } = res;
    res.setHeader = function (name: string, value: string) {
      if (name === 'ETag') throw broken();
      return setHeader.call(this, name, value);
    };
    res.send('never');
  },
};

/** Faults without a response: the client waits until it disconnects. */
const withoutResponse: Record<string, Act> = {
  'never responds': () => {},
  'starts a response and stops': (_req, res) => {
    res.write('begun');
  },
  'starts a response and calls next': (_req, res, next) => {
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
  'throws in a next tick': () => {
    process.nextTick(() => {
      throw broken();
    });
  },
  'throws outside its promise': async () => {
    setImmediate(() => {
      throw broken();
    });
  },
  'pipes a failing stream without a listener': (_req, res) => {
    const source = new Readable({
      read() {
        this.destroy(broken());
      },
    });
    source.pipe(res);
  },
};

/** Where in an application the handler is registered. */
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
    ...Object.entries(withoutResponse).map(([name, act]) => [
      `${place} ${name}`,
      {
        build: (app: any, { framework, note }: any) => put(app, noting(note, act), framework),
        act: (client: any) => client.withoutResponse('ran'),
      },
    ]),
  ]),
);

/** Records that the handler has run. */
function noting(note: (text: string) => void, act: Act): Act {
  return (req, res, next) => {
    setImmediate(note, 'ran');
    return act(req, res, next);
  };
}
