// Sends requests to the paths of paths.json, and prints what matters of the responses, one per line.
const http = require('node:http');
const paths = require('./paths.json');

const headers = { host: 'a.example:80', referer: '/before' };
const server = require('./app.js').listen(0, async () => {
  for (const path of paths) {
    for (const query of ['?ok=1&q=2', '']) console.log(`${path}${query}`, await send(path + query));
  }
  process.exit();
});

function send(path) {
  return new Promise((resolve, reject) => {
    const { port } = server.address();
    http
      .get({ port, path, headers }, (response) => {
        let body = '';
        response.setEncoding('utf8').on('data', (chunk) => {
          body += chunk;
        });
        response.on('end', () => {
          const { location, 'content-type': type, 'x-a': a, 'x-b': b } = response.headers;
          // Express 5 writes the character set of files in lowercase.
          resolve(JSON.stringify([response.statusCode, location, type?.toLowerCase(), a, b, body]));
        });
      })
      .on('error', reject);
  });
}
