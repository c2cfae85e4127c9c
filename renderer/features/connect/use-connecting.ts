import { useState } from 'react';
import type { WorkspacePlace } from '../../../shared/ipc/shapes.ts';
import { sentenceOf } from '../../lib/api-error.ts';
import { ask } from '../../lib/desktop.ts';
import { t } from '../../lib/i18n.ts';
import { translateSentence } from '../../lib/translate-sentence.ts';

/** How far the way to a server is. `known`: somebody works on that server here already. */
export type Connecting =
  | { kind: 'idle' }
  | { kind: 'looking' }
  | { kind: 'opening'; version: string }
  | { kind: 'known'; server: string }
  | { kind: 'problem'; message: string };

const IDLE: Connecting = { kind: 'idle' };

/** Leads from a typed address to an open place, then calls `onOpened`. */
export function useConnecting(places: readonly WorkspacePlace[], onOpened: () => void) {
  const [state, setState] = useState<Connecting>(IDLE);

  async function attempt(work: () => Promise<Connecting>): Promise<void> {
    try {
      setState(await work());
    } catch (error) {
      setState({ kind: 'problem', message: sentenceOf(error) });
    }
  }

  /** The desktop shows the new place in front of this page, which is then ready for the next address. */
  async function add(server: string): Promise<Connecting> {
    const added = await ask('places.add', { address: server });
    if (added.kind !== 'ok') return { kind: 'problem', message: translateSentence(added.message) };
    onOpened();
    return IDLE;
  }

  return {
    state,
    reset: () => setState(IDLE),
    /** Looks at the address, and opens it unless the person has a workspace there to go back to. */
    connect: (address: string) =>
      attempt(async () => {
        if (address.trim() === '') return { kind: 'problem', message: t('connect:addressMissing') };
        setState({ kind: 'looking' });
        const found = await ask('places.check', { address });
        if (found.kind !== 'ok') return { kind: 'problem', message: translateSentence(found.message) };
        if (placesOn(found.server, places).length > 0) return { kind: 'known', server: found.server };
        setState({ kind: 'opening', version: found.version });
        return add(found.server);
      }),
    /** One more account on a server that is known. */
    addAgain: (server: string) =>
      attempt(async () => {
        setState({ kind: 'looking' });
        return add(server);
      }),
  };
}

/** The places of a server to go back to. One where nobody has signed in yet is not. */
export function placesOn(server: string, places: readonly WorkspacePlace[]): readonly WorkspacePlace[] {
  return places.filter((place) => place.server === server && place.name !== null);
}
