// A minimal platform that accepts every message immediately. Both servers of the benchmark send to it.
import { createServer } from 'node:http';

let count = 0;
const server = createServer((req, res) => {
  req.resume();
  req.once('end', () => {
    count += 1;
    res.setHeader('Content-Type', 'application/json');
    res.end(`{"messaging_product":"whatsapp","messages":[{"id":"wamid.bench${process.pid}.${count}"}]}`);
  });
});
server.keepAliveTimeout = 60_000;
server.listen(Number(process.env.PORT), '127.0.0.1');
process.once('SIGTERM', () => process.exit(0));
process.once('disconnect', () => process.exit(0));
