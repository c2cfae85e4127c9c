import { type Cdp, connectCdp } from './cdp.ts';
import { tellHost } from './host-channel.ts';
import { setting } from './setting.ts';

let connecting: Promise<Cdp> | undefined;

/** The connection to the browser. Made late: a second instance that leaves at once never has one. */
export function browser(): Promise<Cdp> {
  connecting ??= connectCdp(setting.endpoint);
  return connecting;
}

const contexts = new Map(
  Object.entries(setting.contexts).map(([partition, id]) => [partition, Promise.resolve(id)]),
);
const ids = new Set(Object.values(setting.contexts));

/** The storage of a partition: a browser context, which the host keeps over restarts. */
export function contextOf(partition: string): Promise<string> {
  const known = contexts.get(partition);
  if (known) return known;
  const made = makeContext(partition);
  contexts.set(partition, made);
  return made;
}

/** The partition starts empty when it is used next. */
export function forgetContext(partition: string): void {
  contexts.delete(partition);
  tellHost({ event: 'context', partition, id: null });
}

/** Whether a browser context is of this app; others share the browser. */
export function isOurs(contextId: string | undefined): boolean {
  return contextId !== undefined && ids.has(contextId);
}

async function makeContext(partition: string): Promise<string> {
  const cdp = await browser();
  const { browserContextId } = await cdp.send<{ browserContextId: string }>('Target.createBrowserContext', {
    disposeOnDetach: false,
  });
  ids.add(browserContextId);
  tellHost({ event: 'context', partition, id: browserContextId });
  return browserContextId;
}
