export const dependencies = {
  '@bull-board/express': '9.10.1',
  '@bull-board/api': '9.10.1',
  express: '5.2.1',
};
/** Queues in memory, because Redis may not be available. */
const PROGRAM = `
const express = require('express');
const { createBullBoard } = require('@bull-board/api');
const { ExpressAdapter } = require('@bull-board/express');
const { BaseAdapter } = require('@bull-board/api/dist/queueAdapters/base.js');

const STATUSES = ['active', 'waiting', 'completed', 'failed', 'delayed', 'paused'];
class Job {
  constructor(id, status, queue) { Object.assign(this, { id, status, queue }); }
  async promote() { this.status = 'waiting'; }
  async remove() { this.queue.jobs.delete(this.id); }
  async retry() { this.status = 'waiting'; }
  async discard() {}
  async getState() { return this.status; }
  async update(data) { this.data = data; }
  async updateData(data) { this.data = data; }
  toJSON() {
    const { id, status, data = { train: id } } = this;
    return { id, name: 'job ' + id, progress: 0, attemptsMade: 1, timestamp: 1, data, opts: {}, returnvalue: status,
      stacktrace: [], failedReason: status === 'failed' ? 'on purpose' : undefined, processedOn: 2, finishedOn: 3, delay: 0 };
  }
}
class Memory extends BaseAdapter {
  jobs = new Map();
  isHeld = false;
  constructor(name, options) {
    super('bullmq', options);
    this.name = name;
    STATUSES.slice(0, 5).forEach((status, i) => this.jobs.set(String(i), new Job(String(i), status, this)));
  }
  getName() { return this.name; }
  async getDescription() { return 'in memory'; }
  async getRedisInfo() { return 'redis_version:7.0.0\\r\\nused_memory:1\\r\\ntotal_system_memory:2\\r\\n'; }
  async clean(status) { for (const job of [...this.jobs.values()]) if (job.status === status) await job.remove(); }
  async addJob(name, data) { const id = String(this.jobs.size); const job = new Job(id, 'waiting', this); job.data = data; this.jobs.set(id, job); return job; }
  async getJob(id) { return this.jobs.get(id); }
  async getJobs(statuses, start = 0, end = 9) { return [...this.jobs.values()].filter(({ status }) => statuses.includes(status)).slice(start, end + 1); }
  async getJobCounts() { const all = [...this.jobs.values()]; return Object.fromEntries(STATUSES.map((status) => [status, all.filter((job) => job.status === status).length])); }
  async getJobLogs(id) { return ['log of ' + id]; }
  async getMetrics() { return null; }
  async getJobSchedulers() { return []; }
  async getGlobalConcurrency() { return null; }
  async setGlobalConcurrency() {}
  async isPaused() { return this.isHeld; }
  async pause() { this.isHeld = true; }
  async resume() { this.isHeld = false; }
  async empty() { this.jobs.clear(); }
  async obliterate() { this.jobs.clear(); }
  async promoteAll() { for (const job of this.jobs.values()) if (job.status === 'delayed') await job.promote(); }
  async removeJobScheduler() { return true; }
  getJobStatuses() { return ['latest', ...STATUSES]; }
  getStatuses() { return ['latest', ...STATUSES]; }
}
const serverAdapter = new ExpressAdapter();
serverAdapter.setBasePath('/admin/queues');
createBullBoard({ serverAdapter, queues: [new Memory('trains', { allowRetries: true }), new Memory('locked', { readOnlyMode: true })],
  options: { uiConfig: { boardTitle: 'maglev' } } });
const app = express();
app.use('/admin/queues', serverAdapter.getRouter());
app.listen(Number(process.argv[2]));
`;

export const files = { 'app.cjs': PROGRAM };
/** Error responses include stacks, which differ. */
export const start = (port) => ['--stack-trace-limit=0', 'app.cjs', port];
/** The installation time of packages. */
export const volatile = [/(?<=^Last-Modified: ).*/gim, /(?<=^ETag: W\/"[0-9a-f]+-)[0-9a-f]{11}(?=")/gim];

export async function sendRequests(client) {
  const board = '/admin/queues';
  const page = await client.get(`${board}/`, { accept: 'text/html' });
  const assets = [...page.text.matchAll(/(?:src|href)="([^"]*static[^"]*)"/g)].map(([, path]) => path);
  for (const path of assets) await client.get(new URL(path, `http://localhost${board}/`).pathname);
  for (const path of PATHS) await client.get(board + path);
  for (const path of CHANGES) await client.send('PUT', `${board}/api/queues${path}`);
  await client.post(`${board}/api/queues/trains/add`, { name: 'new', data: { a: 1 }, options: {} });
  await client.post(`${board}/api/queues/trains/add`, '{ "name": ', { 'content-type': 'application/json' });
  await client.send('PATCH', `${board}/api/queues/trains/1/update-data`, {}, { jobData: { b: 2 } });
  await client.get(`${board}/api/queues?activeQueue=trains&status=latest&page=1&jobsPerPage=10`);
  await client.send('HEAD', `${board}/`);
  await client.send('OPTIONS', `${board}/api/queues`);
  await client.get('/');
}

const PATHS = [
  ...[
    '',
    '/',
    '/queue/trains',
    '/queue/trains/1',
    '/queue/none',
    '/api/queues',
    '/api/redis/stats',
    '/missing',
    '/static/none.js',
  ],
  ...[
    '/api/queues?activeQueue=trains&status=failed&page=1&jobsPerPage=2',
    '/api/queues?activeQueue=trains&status=latest',
  ],
  ...[
    '/api/queues/trains/1',
    '/api/queues/trains/99',
    '/api/queues/none/1',
    '/api/queues/trains/1/logs',
    '/api/none',
    '/%zz',
  ],
];
const CHANGES = [
  ...[
    '/trains/pause',
    '/trains/resume',
    '/trains/3/retry/failed',
    '/trains/4/promote',
    '/trains/2/clean',
    '/trains/99/clean',
  ],
  ...[
    '/trains/retry/failed',
    '/trains/promote',
    '/trains/clean/completed',
    '/trains/empty',
    '/trains/clean/bad',
    '/none/pause',
  ],
  ...['/locked/pause', '/locked/1/clean', '/locked/empty', '/trains/nothing'],
];
