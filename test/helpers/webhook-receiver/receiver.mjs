// A webhook receiver like an integrator's, in its own process. It reports requests to the parent, which sets
// its behaviour by path.
import { createServer } from 'node:http';

/** @type {Map<string, { status?: number; headers?: object; wait?: number; act?: string }>} */
const behaviours = new Map();
const hanging = new Set();
const flood = Buffer.alloc(50_000_000, 'x');

const server = createServer((req, res) => {
  const chunks = [];
  req.on('data', (chunk) => chunks.push(chunk));
  req.on('end', () => {
    const path = req.url ?? '/';
    const { status = 200, headers = {}, wait = 0, act } = behaviours.get(path) ?? {};
    process.send?.({
      path,
      headers: req.headers,
      body: Buffer.concat(chunks).toString('utf8'),
      at: Date.now(),
      answered: act === undefined ? status : null,
    });
    if (act === 'hang') return hanging.add(res);
    if (act === 'reset') return req.socket.destroy();
    if (act === 'break') {
      res.writeHead(status, { 'content-length': '5000' });
      return res.write('half of it', () => req.socket.destroy());
    }
    const body = act === 'pour' ? flood : 'noted';
    setTimeout(() => res.writeHead(status, headers).end(body), wait);
  });
});
server.keepAliveTimeout = 60_000;

process.on('message', ({ path, behaviour }) => {
  behaviours.set(path, behaviour);
  process.send?.({ done: path });
});
process.on('disconnect', () => process.exit());
server.listen(Number(process.argv[2] ?? 0), '127.0.0.1', () =>
  process.send?.({ port: server.address().port }),
);
