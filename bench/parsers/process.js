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

/** Parses one body after the other, each in a turn of its own; resolves with nanoseconds of CPU time per body. */
export async function parseMany(parse, scenario, count) {
  const socket = createSocket();
  scenario.verify(await parseOne(parse, scenario, socket));
  return new Promise((resolve, reject) => {
    let left = count;
    const begin = process.cpuUsage();
    const done = (error) => {
      if (error) reject(error);
      else setImmediate(step);
    };
    const step = () => {
      if (left-- > 0) start(parse, scenario, socket, done);
      else resolve((spent(begin) * 1e3) / count);
    };
    step();
  });
}

function parseOne(parse, scenario, socket) {
  return new Promise((resolve, reject) => {
    start(parse, scenario, socket, (error, body) => (error ? reject(error) : resolve(body)));
  });
}

function start(parse, scenario, socket, done) {
  const req = createRequest(socket, scenario);
  parse(req, done);
  for (const chunk of scenario.chunks) req.push(chunk);
  req.complete = true;
  req.push(null);
}

/** Of the process alone: a wall clock would also count what else the machine does. */
function spent(begin) {
  const { user, system } = process.cpuUsage(begin);
  return user + system;
}
