import { type Browser, expect, type Page } from '@playwright/test';
import { startWebhookReceiver, type WebhookReceiver } from '../helpers/webhook-receiver/index.ts';
import { type Board, openWindow } from './fixtures.ts';
import { complaintsOf, enter } from './screens.ts';

/** The path of the receiver. */
export const HOOK = '/hooks/orders';
export const ALL = ['wide', 'middle', 'narrow'] as const;

const MAYA = '15550100123';

/** A demo workspace with a webhook receiver, and a page of its signed-in owner. */
export interface WebhookBoard {
  board: Board;
  receiver: WebhookReceiver;
  page: Page;
  complaints: string[];
  /** Sends a message, which creates events when it is sent, delivered and read. */
  writeToMaya(content: string): Promise<void>;
  stop(): Promise<void>;
}

export async function startWebhookBoard(browser: Browser, board: Board): Promise<WebhookBoard> {
  const receiver = await startWebhookReceiver();
  const page = await openWindow(browser);
  const complaints = complaintsOf(page);
  await enter(page, board.url, board.demo);
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
      await page.context().close();
      await receiver.stop();
    },
  };
}
