import { devServer, requestDevServer } from '../harness/dev-server.js';

/** Needs a newer Node than the oldest that maglev supports. */
export const dependencies = {
  'webpack-dev-server': '6.1.0',
  webpack: '5.112.2',
  'webpack-cli': '7.3.1',
  node: '24.9.0',
};
export const { files, start, env, ready } = devServer;
export const sendRequests = requestDevServer;
