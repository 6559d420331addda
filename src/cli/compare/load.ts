// The process that sends the requests: its parent sends jobs, and gets the durations of the responses.
import { type Job, type Load, sendJob } from '../measure/send-load.js';

/** With the microseconds of CPU time that this process has used so far. */
export type Reply = Load & { readonly cpu: number };

process.on('disconnect', () => process.exit());
process.on('message', (job: Job) => {
  sendJob(job).then(
    (load) => {
      const { user, system } = process.cpuUsage();
      process.send!({ ...load, cpu: user + system } satisfies Reply);
    },
    (error) => process.send!({ error: error.message, request: error.request }),
  );
});
