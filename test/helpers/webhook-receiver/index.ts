import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Webhook } from 'standardwebhooks';
import type { WebhookEvent } from '../../../shared/events/webhook-event.ts';

/** A request as the receiver got it. */
export interface Received {
  path: string;
  headers: Record<string, string>;
  body: string;
  /** Unix ms, by the receiver. */
  at: number;
}

export interface Behaviour {
  status?: number;
  headers?: Record<string, string>;
  /** Milliseconds before it answers. */
  wait?: number;
  /** hang: no answer ever. break: an answer that ends in the middle. pour: 50 MB of answer. */
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

/** An integrator's receiver in a process of its own, on a port of its own. */
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
      const gone = new Promise((resolve) => child.once('exit', resolve));
      child.kill();
      await gone;
    },
  };
}

/** The event in a request, if the reference library of Standard Webhooks finds it signed with the secret. */
export function verified(request: Received, secret: string): WebhookEvent {
  return new Webhook(secret).verify(request.body, request.headers) as WebhookEvent;
}
