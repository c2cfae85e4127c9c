import { type IpcMainInvokeEvent, ipcMain, type WebContents } from 'electron';
import { REQUEST_NAMES, type RequestName } from '../../../shared/ipc/names.ts';
import { type RequestInput, type RequestOutput, requests } from '../../../shared/ipc/requests.ts';
import { isOurs } from '../guards/navigation.ts';
import { log, reasonOf } from '../lib/logger.ts';
import { UserFacingError } from './user-facing-error.ts';

/** The sender of a request: the page of a place, or the connect screen (null). */
export interface Caller {
  placeId: string | null;
  contents: WebContents;
}

export type Handlers = {
  [Name in RequestName]: (
    input: RequestInput<Name>,
    caller: Caller,
  ) => RequestOutput<Name> | Promise<RequestOutput<Name>>;
};

/**
 * Handles requests from pages. Accepts them only from the top frame of our own pages, in views that we
 * created, and validates the input. Errors are returned as sentences, never as objects.
 * @param callerOf returns the view of a sender; null when it is not ours.
 */
export function serveRequests(handlers: Handlers, callerOf: (contents: WebContents) => Caller | null): void {
  for (const name of REQUEST_NAMES) {
    ipcMain.handle(name, async (event, ...given: unknown[]) => {
      const caller = trusted(event) ? callerOf(event.sender) : null;
      if (!caller) {
        log('request from an untrusted sender rejected', { name });
        return { ok: false, message: 'This page is not allowed to do this.' };
      }
      const input = requests[name].input.safeParse(given[0]);
      if (given.length > 1 || !input.success) {
        log('a request was not understood', { name });
        return { ok: false, message: 'The request is not valid in this app.' };
      }
      try {
        const handle = handlers[name] as (input: unknown, caller: Caller) => unknown;
        return { ok: true, value: await handle(input.data, caller) };
      } catch (error) {
        log('a request failed', { name, reason: reasonOf(error) });
        return {
          ok: false,
          message: error instanceof UserFacingError ? error.message : 'That did not work. Try again.',
        };
      }
    });
  }
}

function trusted({ senderFrame }: IpcMainInvokeEvent): boolean {
  return senderFrame !== null && senderFrame.parent === null && isOurs(senderFrame.url);
}
