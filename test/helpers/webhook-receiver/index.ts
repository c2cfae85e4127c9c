import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Webhook } from 'standardwebhooks';
import type { WebhookEvent } from '../../../shared/events/webhook-event.ts';

/** A request as the receiver got it. */
export interface Received {
  path: string;
  headers: Record<string, string>;
  body: string;
  /** Unix ms, from the receiver's clock. */
  at: number;
  /** The status that it answers; null if it gives no whole answer. */
  answered: number | null;
}

export interface Behaviour {
  status?: number;
  headers?: Record<string, string>;
  /** Milliseconds before it responds. */
  wait?: number;
  /** hang: never respond. break: end the response in the middle. pour: respond with 50 MB. */
  act?: 'hang' | 'reset' | 'break' | 'pour';
}

export interface WebhookReceiver {
  url: string;
  received: readonly Received[];
  at(path: string): Received[];
  behave(path: string, behaviour: Behaviour): Promise<void>;
  stop(): Promise<void>;
}

const program = fileURLToPath(new URL('receiver.mjs', import.meta.url));

/** Starts an integrator's receiver in its own process, on its own port. */
export async function startWebhookReceiver(port = 0): Promise<WebhookReceiver> {
  const child = fork(program, [String(port)], { stdio: 'inherit' });
  const received: Received[] = [];
  const waiting = new Map<string, () => void>();
  const listening = await new Promise<number>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the receiver ended with ${code}`)));
    child.on('message', (message: Received & { port?: number; done?: string }) => {
      if (message.port !== undefined) resolve(message.port);
      else if (message.done !== undefined) waiting.get(message.done)?.();
      else received.push(message);
    });
  });
  return {
    url: `http://127.0.0.1:${listening}`,
    received,
    at: (path) => received.filter((one) => one.path === path),
    behave: (path, behaviour) =>
      new Promise((resolve) => {
        waiting.set(path, resolve);
        child.send({ path, behaviour });
      }),
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = new Promise((resolve) => child.once('exit', resolve));
      child.kill();
      await exited;
    },
  };
}

/** Verifies a request with the reference library of Standard Webhooks and returns its event. */
export function verified(request: Received, secret: string): WebhookEvent {
  return new Webhook(secret).verify(request.body, request.headers) as WebhookEvent;
}
