/** The middleware that came with 3.x. */
const REMOVED = [
  'bodyParser',
  'compress',
  'cookieSession',
  'session',
  'logger',
  'cookieParser',
  'favicon',
  'responseTime',
  'errorHandler',
  'timeout',
  'methodOverride',
  'vhost',
  'csrf',
  'directory',
  'limit',
  'multipart',
  'staticCache',
];

/** Defines getters that throw Express's error for removed middleware. */
export function defineRemoved(target: object): void {
  for (const name of REMOVED) {
    Object.defineProperty(target, name, {
      configurable: true,
      get: function get() {
        throw new Error(
          `Most middleware (like ${name}) is no longer bundled with Express and must be installed separately. Please see https://github.com/senchalabs/connect#middleware.`,
        );
      },
    });
  }
}
