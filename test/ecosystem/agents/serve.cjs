'use strict';
// Serves the application on a framework, in a process in which an agent was loaded before, and sends the port to its parent.
// On any message from the parent, it lets the agent send all of its data, and exits.
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
