import { devServer, requestDevServer } from '../harness/dev-server.js';

export const dependencies = {
  'webpack-dev-server': '5.2.7',
  webpack: '5.112.2',
  'webpack-cli': '6.0.1',
};
export const { files, start, env, ready } = devServer;
export const sendRequests = requestDevServer;
