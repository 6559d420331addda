import maglev from 'maglev';

export const app = maglev();

// What nginx on the same machine says about the client is believed: req.ip, req.protocol, req.hostname.
app.set('trust proxy', 'loopback');

app.get('/', (req, res) => {
  res.json({ answeredBy: process.pid, ip: req.ip, protocol: req.protocol, host: req.hostname });
});

app.get('/health', (_req, res) => {
  res.json({ status: 'up', seconds: Math.round(process.uptime()) });
});
