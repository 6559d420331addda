'use strict';
const newrelic = require('newrelic');

exports.ready = () => {
  const { agent } = newrelic;
  return agent.collector.isConnected() || new Promise((resolve) => agent.once('started', resolve));
};

exports.flush = () =>
  new Promise((resolve) => newrelic.shutdown({ collectPendingData: true, waitForIdle: true }, resolve));
