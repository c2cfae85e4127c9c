import type { Desktop } from '../desktop.ts';
import type { AddressChecks } from '../guards/address-checks.ts';
import type { Caller, Handlers } from '../ipc/ipc-server.ts';
import { UserFacingError } from '../ipc/user-facing-error.ts';
import { readServerAddress } from './server-address.ts';
import { checkServer, type Fetch } from './server-check.ts';

type PlaceHandlers = Pick<
  Handlers,
  'places.list' | 'places.check' | 'places.add' | 'places.open' | 'places.remove' | 'places.connect'
>;

export interface PlaceHandlersOptions {
  desktop: Pick<Desktop, 'places' | 'show' | 'forget'>;
  addressChecks: AddressChecks;
  fetch: Fetch;
}

/**
 * Creates the handlers that list, add and remove places. Servers are checked only for the connect screen, which shows
 * nothing that a customer or a server has written.
 */
export function createPlaceHandlers({ desktop, addressChecks, fetch }: PlaceHandlersOptions): PlaceHandlers {
  const { places } = desktop;

  async function check(typed: string, caller: Caller) {
    if (caller.placeId !== null) throw notAllowed();
    const address = readServerAddress(typed);
    if (address.kind !== 'ok') return address;
    const answer = addressChecks.allow(address.server);
    if (answer === 'not-touched') throw new UserFacingError('Click a button or press a key, then try again.');
    if (answer === 'too-many')
      throw new UserFacingError('Too many addresses were checked. Wait ten minutes, then try again.');
    return checkServer(fetch, address.server);
  }

  return {
    'places.list': () => places.list(),
    'places.check': ({ address }, caller) => check(address, caller),
    'places.add': async ({ address }, caller) => {
      const found = await check(address, caller);
      if (found.kind === 'ok') desktop.show(places.add(found).id);
      return found;
    },
    'places.open': ({ id }) => {
      if (!places.find(id)) throw new UserFacingError('This workspace is no longer on this computer.');
      desktop.show(id);
    },
    // One workspace's page cannot delete the drafts and unsent messages of another.
    'places.remove': ({ id }, { placeId }) => {
      if (placeId !== null && placeId !== id) throw notAllowed();
      return desktop.forget(id);
    },
    'places.connect': () => desktop.show(null),
  };
}

function notAllowed(): UserFacingError {
  return new UserFacingError('This page is not allowed to do this.');
}
