import { type Browser, expect, type Page } from '@playwright/test';
import { startWebhookReceiver, type WebhookReceiver } from '../helpers/webhook-receiver/index.ts';
import { complaintsOf, signIn } from './screens.ts';
import { type Switchboard, startSwitchboard } from './switchboard.ts';

/** Where the receiver of these tests listens. */
export const HOOK = '/hooks/orders';
export const ALL = ['wide', 'middle', 'narrow'] as const;

const MAYA = '15550100123';

/** A demo that may call receivers on this machine, one such receiver, and its owner at the screen. */
export interface WebhookBoard {
  board: Switchboard;
  receiver: WebhookReceiver;
  page: Page;
  complaints: string[];
  /** A message of ours: events of it go out as it is sent, delivered and read. */
  writeToMaya(content: string): Promise<void>;
  stop(): Promise<void>;
}

export async function startWebhookBoard(browser: Browser): Promise<WebhookBoard> {
  const board = await startSwitchboard({ demo: true, env: { WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' } });
  const receiver = await startWebhookReceiver();
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  const complaints = complaintsOf(page);
  await signIn(page, board.url, board.demo);
  return {
    board,
    receiver,
    page,
    complaints,
    writeToMaya: async (content) => {
      const answer = await fetch(`${board.url}/api/v1/messages/send`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${board.demo.apiKey}` },
        body: JSON.stringify({ contactId: MAYA, type: 'text', content }),
      });
      expect(answer.status).toBe(201);
    },
    stop: async () => {
      await receiver.stop();
      await board.stop();
    },
  };
}
