'use strict';
// Serves the application on the framework it is given, in a process in which an agent has been loaded before, and tells
// its parent the port. At any message from there it lets the agent send all that it has, and ends.
const { addErrorHandler, applicationBy } = require('./application.cjs');

exports.serve = (express) => {
  const { AGENT, LINE } = process.env;
  const agent = require(`./inside/${AGENT}.cjs`);
  const app = applicationBy(express, Number(LINE));
  agent.addHandlers?.(app);
  addErrorHandler(app);
  const server = app.listen(0, '127.0.0.1', async () => {
    await agent.ready?.();
    process.send({ port: server.address().port });
  });
  process.on('message', async () => {
    server.closeAllConnections();
    server.close();
    await agent.flush();
    process.disconnect();
  });
};
