// A webhook receiver that only responds. Reports on request how many webhooks arrived, and how late: the time
// from the event's own time to its arrival, on the same clock.
import { createServer } from 'node:http';

let count = 0;
let firstAt = 0;
let lastAt = 0;
let delays = [];

const server = createServer((req, res) => {
  let body = '';
  req.setEncoding('utf8');
  req.on('data', (chunk) => {
    body += chunk;
  });
  req.on('end', () => {
    lastAt = performance.timeOrigin + performance.now();
    if (count === 0) firstAt = lastAt;
    count += 1;
    if (req.url === '/timed') delays.push(lastAt - Date.parse(JSON.parse(body).timestamp));
    res.writeHead(204).end();
  });
});
process.on('message', (message) => {
  if (message === 'report') process.send({ count, seconds: (lastAt - firstAt) / 1_000, delays });
  else [count, delays] = [0, []];
});
server.listen(Number(process.env.PORT), '127.0.0.1', () => process.send('ready'));
