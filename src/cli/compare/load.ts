// The process that sends the requests: its parent sends jobs, and gets how long the answers took.
import { fire, type Job } from '../measure/fire.js';

process.on('disconnect', () => process.exit());
process.on('message', (job: Job) => {
  fire(job).then(
    (load) => process.send!(load),
    (error) => process.send!({ error: error.message, request: error.request }),
  );
});
