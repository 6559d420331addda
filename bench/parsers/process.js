/** Requests made inside the process: what the parsers cost without sockets around them. */
import { IncomingMessage } from 'node:http';

/** Stands in for the socket, which the parsers only look at. */
function createSocket() {
  return { readable: true, parser: { incoming: null }, resume() {}, on() {}, removeListener() {} };
}

function createRequest(socket, { type, body }) {
  const req = new IncomingMessage(socket);
  req.method = 'POST';
  req.headers = { 'content-type': type, 'content-length': String(body.length) };
  socket.parser.incoming = req;
  return req;
}

/** Parses one body after the other, `count` times; resolves with nanoseconds of CPU time per body. */
export async function parseMany(parse, scenario, count) {
  const socket = createSocket();
  scenario.verify(await parseOne(parse, scenario, socket));
  const begin = process.cpuUsage();
  for (let i = 0; i < count; i++) {
    await parseOne(parse, scenario, socket);
    // A fresh turn, as between requests.
    await new Promise(setImmediate);
  }
  return (spent(begin) * 1e3) / count;
}

function parseOne(parse, scenario, socket) {
  return new Promise((resolve, reject) => {
    const req = createRequest(socket, scenario);
    parse(req, (error, body) => {
      if (error) reject(error);
      else resolve(body);
    });
    for (const chunk of scenario.chunks) req.push(chunk);
    req.complete = true;
    req.push(null);
  });
}

/** Of the process alone: a wall clock would also count what else the machine does. */
function spent(begin) {
  const { user, system } = process.cpuUsage(begin);
  return user + system;
}
