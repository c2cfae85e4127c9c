import { type IpcMainInvokeEvent, ipcMain, type WebContents } from 'electron';
import { REQUEST_NAMES, type RequestName } from '../../../shared/ipc/names.ts';
import { type RequestInput, type RequestOutput, requests } from '../../../shared/ipc/requests.ts';
import { isOurs } from '../guards/navigation.ts';
import { log, reasonOf } from '../lib/logger.ts';

/** Who asks: the page of a place, or the connect screen (null). */
export interface Asker {
  placeId: string | null;
  contents: WebContents;
}

export type Handlers = {
  [Name in RequestName]: (
    input: RequestInput<Name>,
    asker: Asker,
  ) => RequestOutput<Name> | Promise<RequestOutput<Name>>;
};

/**
 * Answers the pages. A message counts only when it comes from the top frame of a page of ours in a view
 * that we made; then its input is parsed; what goes wrong becomes a sentence, never an object of ours.
 * @param askerOf the view behind a sender; null when it is none of ours.
 */
export function serveRequests(handlers: Handlers, askerOf: (contents: WebContents) => Asker | null): void {
  for (const name of REQUEST_NAMES) {
    ipcMain.handle(name, async (event, ...given: unknown[]) => {
      const asker = trusted(event) ? askerOf(event.sender) : null;
      if (!asker) {
        log('a request from elsewhere was refused', { name });
        return { ok: false, message: 'This page is not allowed to do this.' };
      }
      const input = requests[name].input.safeParse(given[0]);
      if (given.length > 1 || !input.success) {
        log('a request was not understood', { name });
        return { ok: false, message: 'The request is not valid in this app.' };
      }
      try {
        const handle = handlers[name] as (input: unknown, asker: Asker) => unknown;
        return { ok: true, value: await handle(input.data, asker) };
      } catch (error) {
        log('a request failed', { name, reason: reasonOf(error) });
        return {
          ok: false,
          message: error instanceof SayableError ? error.message : 'That did not work. Try again.',
        };
      }
    });
  }
}

/** An error whose message is meant for the person. */
export class SayableError extends Error {
  override readonly name = 'SayableError';
}

function trusted({ senderFrame }: IpcMainInvokeEvent): boolean {
  return senderFrame !== null && senderFrame.parent === null && isOurs(senderFrame.url);
}
