import { callSandbox } from '../demo/demo-platform.ts';
import type { Line } from './scripts/script.ts';

/** A simulated customer on the sandbox. */
interface SandboxCustomer {
  /** The address of the sandbox. */
  url: string;
  numberId: string;
  phone: string;
  name: string;
}

/**
 * Writes a line as a customer, who first reads what has arrived. The platform then calls our callback address, as for any
 * customer. `messageId` is the platform's id of the message: a repeat after a crash changes nothing.
 * @throws {AppError} unavailable when the sandbox does not respond as expected.
 */
export async function writeLine(
  { url, numberId, phone, name }: SandboxCustomer,
  { text, hasPhoto }: Line,
  messageId: string,
): Promise<void> {
  const account = `/accounts/${numberId}`;
  const chat = `${account}/chats/${phone}`;
  await callSandbox(url, 'POST', `${chat}/read`);
  const written = { id: messageId, name };
  if (!hasPhoto) {
    await callSandbox(url, 'POST', `${chat}/messages`, { ...written, text });
    return;
  }
  const file = (await callSandbox(url, 'POST', `${account}/media?sample=photo`)) as { id: string };
  const payload = { id: file.id, caption: text };
  await callSandbox(url, 'POST', `${chat}/messages`, { ...written, type: 'image', payload });
}
