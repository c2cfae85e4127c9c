import { randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import { demoAccount } from '../../server/sandbox/demo-account.ts';
import type { Json, Messaging } from './messaging.ts';
import { envelope, eventually } from './platform.ts';

/** What the platform reports of a number that a phone also uses. */

/** The digits of the number. */
export const business = demoAccount.displayPhoneNumber.replace(/\D/g, '');
export const now = () => Math.floor(Date.now() / 1_000);
export const wamid = () => `wamid.${randomBytes(12).toString('hex')}`;

/** Sends a callback from the sandbox, signed like all others. */
export async function sendCallback(rig: Messaging, field: string, value: object): Promise<void> {
  const { status, body } = await rig.platform.control(
    'POST',
    `/accounts/${demoAccount.phoneNumberId}/callbacks`,
    { body: envelope(value, field) },
  );
  expect([status, body.status], JSON.stringify(body)).toEqual([200, 200]);
}

/** Waits for a message with a customer. */
export const untilMessage = (
  rig: Messaging,
  phone: string,
  matches: (message: Json) => unknown,
): Promise<Json> => eventually(async () => (await rig.history(phone)).find(matches));
