// A minimal platform that accepts every message immediately, and has a file for every id. Both servers of the benchmark send
// to it.
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';

const FILE = Buffer.alloc(50_000, 'a file of a customer ');
const DESCRIPTION = {
  ...{ mime_type: 'application/pdf', file_size: FILE.length },
  sha256: createHash('sha256').update(FILE).digest('hex'),
};

let count = 0;
const server = createServer((req, res) => {
  if (req.method === 'GET') return serveFile(req, res);
  req.resume();
  req.once('end', () => {
    count += 1;
    res.setHeader('Content-Type', 'application/json');
    res.end(`{"messaging_product":"whatsapp","messages":[{"id":"wamid.bench${process.pid}.${count}"}]}`);
  });
});

/** Describes a file; at the address of the description it serves it, and says so to the benchmark. */
function serveFile({ url, headers }, res) {
  const id = url.split('?')[0].split('/').at(-1);
  if (url.startsWith('/file/')) {
    res.end(FILE);
    return void process.send?.({ served: id });
  }
  res.setHeader('Content-Type', 'application/json');
  res.end(JSON.stringify({ ...DESCRIPTION, url: `http://${headers.host}/file/${id}` }));
}

server.keepAliveTimeout = 60_000;
server.listen(Number(process.env.PORT), '127.0.0.1');
process.once('SIGTERM', () => process.exit(0));
process.once('disconnect', () => process.exit(0));
