import { type Cdp, connectCdp } from './cdp.ts';
import { notifyHost } from './host-channel.ts';
import { setting } from './setting.ts';

let connecting: Promise<Cdp> | undefined;

/**
 * Returns the connection to the browser. Opened on demand, because a second instance that quits needs none.
 */
export function browser(): Promise<Cdp> {
  connecting ??= connectCdp(setting.endpoint);
  return connecting;
}

const contexts = new Map(
  Object.entries(setting.contexts).map(([partition, id]) => [partition, Promise.resolve(id)]),
);
const ids = new Set(Object.values(setting.contexts));

/** Returns the browser context with the storage of a partition. The host keeps it between launches. */
export function contextOf(partition: string): Promise<string> {
  const known = contexts.get(partition);
  if (known) return known;
  const made = makeContext(partition);
  contexts.set(partition, made);
  return made;
}

/** Forgets the context of a partition, so that it is empty when it is used again. */
export function forgetContext(partition: string): void {
  contexts.delete(partition);
  notifyHost({ event: 'context', partition, id: null });
}

/** Whether a browser context belongs to this app. Other apps share the browser. */
export function isOurs(contextId: string | undefined): boolean {
  return contextId !== undefined && ids.has(contextId);
}

async function makeContext(partition: string): Promise<string> {
  const cdp = await browser();
  const { browserContextId } = await cdp.send<{ browserContextId: string }>('Target.createBrowserContext', {
    disposeOnDetach: false,
  });
  ids.add(browserContextId);
  notifyHost({ event: 'context', partition, id: browserContextId });
  return browserContextId;
}
