import maglev from 'maglev';

export const app = maglev();

// Trust the headers that nginx on the same machine sends. They determine req.ip, req.protocol and req.hostname.
app.set('trust proxy', 'loopback');

app.get('/', (req, res) => {
  res.json({ pid: process.pid, ip: req.ip, protocol: req.protocol, host: req.hostname });
});

app.get('/health', (_req, res) => {
  res.json({ status: 'up', seconds: Math.round(process.uptime()) });
});
