// Requests at a fixed rate, as a platform sends them, without waiting for earlier responses. A request's time
// starts when it was due, so that a stalled server cannot hide it.
import { Agent, request } from 'node:http';

/**
 * `next()` returns the headers and body of a request, a POST; with `method` GET there is no body. `onRefused(status)` is called
 * for a response that is not 200, which has no time then.
 * @returns the times of all responses in milliseconds, sorted. @throws when a response is not 200, without `onRefused`.
 */
export async function openLoop(target, { perSecond, seconds, next, method = 'POST', onRefused }) {
  const agent = new Agent({ keepAlive: true, maxSockets: 256 });
  const times = [];
  const running = [];
  const startedAt = performance.now();
  for (let index = 0; index < perSecond * seconds; index += 1) {
    const dueAt = startedAt + (index * 1_000) / perSecond;
    const wait = dueAt - performance.now();
    if (wait > 1) await new Promise((resolve) => setTimeout(resolve, wait));
    running.push(
      ask(target, { ...next(), method }, agent).then((status) => {
        if (status === 200) times.push(performance.now() - dueAt);
        else if (onRefused) onRefused(status);
        else throw new Error(`${target} returned ${status}`);
      }),
    );
  }
  await Promise.all(running);
  agent.destroy();
  return times.sort((a, b) => a - b);
}

/** @returns the status of the response */
function ask(target, { body, headers, method }, agent) {
  return new Promise((resolve, reject) => {
    const req = request(target, { method, agent, headers }, (res) => {
      res.resume();
      res.once('end', () => resolve(res.statusCode));
    });
    req.once('error', reject);
    req.end(body);
  });
}
