import { dirname, join } from 'node:path';
import type { Logger } from 'pino';
import { createPublisher, type Publisher } from './callbacks/publisher.ts';
import { type CallbackQueue, createCallbackQueue } from './callbacks/queue.ts';
import { addDemo } from './conversation/accounts.ts';
import { type Chats, createChats } from './conversation/chats.ts';
import { createLadder, type Ladder } from './conversation/ladder.ts';
import { createPeople, type People } from './conversation/people.ts';
import { createRates, type Rates } from './conversation/rates.ts';
import { demoAccount } from './demo-account.ts';
import { createMediaStore, type MediaStore } from './media/media-store.ts';
import { type CallLog, createCallLog } from './state/call-log.ts';
import { type Clock, createClock, createTimers } from './state/clock.ts';
import { openFiles } from './state/files.ts';
import { createHub, type Hub } from './state/hub.ts';
import { createKnobBoard, type KnobBoard } from './state/knobs.ts';
import { openStore, type Store } from './state/store.ts';
import { type Catalogue, createCatalogue } from './templates/catalogue.ts';
import { addDemoTemplates } from './templates/demo-templates.ts';
import { createTemplateNotices, type TemplateNotices } from './templates/notices.ts';

/** The parts of the platform that the routers use. */
export interface Platform {
  readonly store: Store;
  readonly clock: Clock;
  readonly hub: Hub;
  readonly knobs: KnobBoard;
  readonly people: People;
  readonly chats: Chats;
  readonly rates: Rates;
  readonly calls: CallLog;
  readonly queue: CallbackQueue;
  readonly publisher: Publisher;
  readonly ladder: Ladder;
  readonly templates: Catalogue;
  /** Callbacks about templates. */
  readonly notices: TemplateNotices;
  readonly media: MediaStore;
  readonly log: Logger;
  /** Restores the initial state: the demo account, its three people, and no messages. */
  reset(): void;
  close(): Promise<void>;
}

const resettable = [
  'account',
  'customer',
  'chat',
  'message',
  'callback',
  'template',
  'media',
  'knobs',
] as const;

/** Creates the parts of the platform, and continues the unfinished work of a previous process. */
export function openPlatform(file: string | null, log: Logger): Platform {
  const store = openStore(file);
  const clock = createClock();
  const timers = createTimers();
  const hub = createHub();
  const knobs = createKnobBoard(store);
  const people = createPeople(store, hub);
  const chats = createChats(store, hub, clock);
  const rates = createRates();
  const calls = createCallLog();
  const media = createMediaStore(
    store,
    clock,
    openFiles(file === null ? null : join(dirname(file), 'media')),
  );

  function onAccepted(messageIds: readonly string[]): void {
    for (const id of messageIds) {
      if (store.message.get(id)?.status === 'sent') {
        chats.change(id, { status: 'delivered', deliveredAt: clock.now() });
      }
    }
  }
  const queue = createCallbackQueue({ store, clock, timers, hub, knobs, log, onAccepted });
  const publisher = createPublisher(store, knobs, timers, queue);
  const ladder = createLadder({ store, clock, timers, knobs, people, chats, publisher });

  const templates = createCatalogue(store, clock);
  const notices = createTemplateNotices(store, clock, queue);

  function addDemoData(): void {
    addDemo(store);
    addDemoTemplates(templates);
  }
  if (store.isNew) addDemoData();
  // Adds the demo templates to journals from before templates existed. Deleted templates leave rows.
  else if (store.account.get(demoAccount.phoneNumberId) && store.template.values().next().done)
    addDemoTemplates(templates);
  ladder.resume();
  queue.resume();

  return {
    ...{
      store,
      clock,
      hub,
      knobs,
      people,
      chats,
      rates,
      calls,
      queue,
      publisher,
      ladder,
      templates,
      notices,
      media,
      log,
    },
    reset() {
      for (const table of resettable) store[table].clear();
      for (const part of [chats, rates, calls, media]) part.forget();
      clock.setOffset(0);
      addDemoData();
      hub.emit({ type: 'reload' });
    },
    async close() {
      publisher.flush();
      timers.stop();
      await store.close();
    },
  };
}
