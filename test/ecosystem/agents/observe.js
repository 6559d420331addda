import { fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Collector } from './collector.js';
import { requestsFor, send, titleOf, traceOf } from './requests.js';

const SERVE = fileURLToPath(new URL('serve.cjs', import.meta.url));
const MAIN = {
  require: ['main.cjs', `require(${JSON.stringify(SERVE)}).serve(require('express'));\n`],
  import: [
    'main.mjs',
    `import serving from ${JSON.stringify(pathToFileURL(SERVE).href)};
import express from 'express';
serving.serve(express);\n`,
  ],
};
/** Enough of the output of a process to see why it ended. */
const LAST_WORDS = 4_000;

/**
 * Runs the application in a folder, with an agent loaded first and additional `flags` for node, by `require` or by `import`.
 * Returns what the agent has sent, by request and about the process.
 */
export async function observe(agent, { folder, line, system, flags = [] }) {
  const tls = await agent.tls?.();
  const collector = new Collector(agent.respond, tls);
  const port = await collector.listen();
  const [file, text] = MAIN[system];
  writeFileSync(join(folder, file), text);
  const child = fork(file, [], {
    cwd: folder,
    execArgv: [...agent.flags[system], ...flags],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      AGENT: agent.name,
      LINE: String(line),
      ...agent.env(port, tls),
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  try {
    const requests = requestsFor(line);
    await sendAll(child, requests);
    return dataByRequest(agent, collector.messages, requests);
  } finally {
    child.kill('SIGKILL');
    collector.close();
  }
}

async function sendAll(child, requests) {
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (data) => {
      printed = (printed + data).slice(-LAST_WORDS);
    });
  }
  const ended = once(child, 'exit');
  const early = ended.then(() => {
    throw new Error(`The process has ended. It printed:\n${printed}`);
  });
  // From here on, the process is expected to end.
  early.catch(() => {});
  const [{ port }] = await Promise.race([once(child, 'message'), early]);
  for (const [index, request] of requests.entries()) await Promise.race([send(port, request, index), early]);
  child.send('end');
  await ended;
}

function dataByRequest(agent, messages, requests) {
  const found = agent.read(messages);
  const entries = requests.map((request, index) => [titleOf(request), found.get(traceOf(index)) ?? null]);
  return Object.fromEntries([...entries, ['the process', found.get('process') ?? null]]);
}
