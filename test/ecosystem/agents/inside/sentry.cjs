'use strict';
// Loaded first, like the file that the manual calls `instrument.js`.
const Sentry = require('@sentry/node');

Sentry.init({ dsn: process.env.SENTRY_DSN, tracesSampleRate: 1, sendDefaultPii: true });

exports.addHandlers = (app) => Sentry.setupExpressErrorHandler(app);

exports.flush = () => Sentry.close();
