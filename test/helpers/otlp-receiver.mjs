// Receives spans by OTLP over HTTP (JSON), in a process of its own. Writes a line for its port, and one for each export.
import { createServer } from 'node:http';

const server = createServer(async (req, res) => {
  let body = '';
  for await (const part of req) body += part;
  const { method, url, headers } = req;
  process.stdout.write(`${JSON.stringify({ method, url, token: headers['x-token'] ?? null, body })}\n`);
  res.setHeader('content-type', 'application/json').end('{}');
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${JSON.stringify({ port: server.address().port })}\n`);
});
process.once('SIGTERM', () => process.exit(0));
