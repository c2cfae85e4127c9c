import { useState } from 'react';
import type { WorkspacePlace } from '../../../shared/ipc/shapes.ts';
import { sentenceOf } from '../../lib/api/api-error.ts';
import { ask } from '../../lib/desktop/desktop.ts';
import { t } from '../../lib/i18n.ts';
import { translateSentence } from '../../lib/translate-sentence.ts';

/** The progress of connecting to a server. `known`: this computer already has a place on it. */
export type Connecting =
  | { kind: 'idle' }
  | { kind: 'looking' }
  | { kind: 'opening'; version: string }
  | { kind: 'known'; server: string }
  | { kind: 'problem'; message: string };

const IDLE: Connecting = { kind: 'idle' };

/** Checks a typed address and opens it as a place, then calls `onOpened`. */
export function useConnecting(places: readonly WorkspacePlace[], onOpened: () => void) {
  const [state, setState] = useState<Connecting>(IDLE);

  async function attempt(work: () => Promise<Connecting>): Promise<void> {
    try {
      setState(await work());
    } catch (error) {
      setState({ kind: 'problem', message: sentenceOf(error) });
    }
  }

  /** Adds a place, which the desktop app then shows. This page is ready for the next address. */
  async function add(server: string): Promise<Connecting> {
    const added = await ask('places.add', { address: server });
    if (added.kind !== 'ok') return { kind: 'problem', message: translateSentence(added.message) };
    onOpened();
    return IDLE;
  }

  return {
    state,
    reset: () => setState(IDLE),
    /** Checks the address, and opens it unless there is a place on that server already. */
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
    /** Adds another account on a known server. */
    addAgain: (server: string) =>
      attempt(async () => {
        setState({ kind: 'looking' });
        return add(server);
      }),
  };
}

/** Returns the places of a server in which a person has signed in. */
export function placesOn(server: string, places: readonly WorkspacePlace[]): readonly WorkspacePlace[] {
  return places.filter((place) => place.server === server && place.name !== null);
}
