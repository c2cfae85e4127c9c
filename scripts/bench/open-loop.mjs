// Requests at a fixed rate, whether or not the earlier ones are answered: what a platform does. A request's
// time counts from the moment at which it was due, so a server that stalls cannot hide it.
import { Agent, request } from 'node:http';

/** @returns the times of all answers in milliseconds, sorted; throws when one is not 200. */
export async function openLoop(target, { perSecond, seconds, next }) {
  const agent = new Agent({ keepAlive: true, maxSockets: 256 });
  const times = [];
  const running = [];
  const startedAt = performance.now();
  for (let index = 0; index < perSecond * seconds; index += 1) {
    const dueAt = startedAt + (index * 1_000) / perSecond;
    const wait = dueAt - performance.now();
    if (wait > 1) await new Promise((resolve) => setTimeout(resolve, wait));
    running.push(post(target, next(), agent).then(() => times.push(performance.now() - dueAt)));
  }
  await Promise.all(running);
  agent.destroy();
  return times.sort((a, b) => a - b);
}

function post(target, { body, headers }, agent) {
  return new Promise((resolve, reject) => {
    const req = request(target, { method: 'POST', agent, headers }, (res) => {
      res.resume();
      res.once('end', () =>
        res.statusCode === 200 ? resolve() : reject(new Error(`${target} answered ${res.statusCode}`)),
      );
    });
    req.once('error', reject);
    req.end(body);
  });
}
