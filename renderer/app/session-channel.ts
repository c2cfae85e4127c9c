import type { EventHandlers } from '../lib/event-handlers.ts';
import { useSessionState } from './session.store.ts';

/** The session says how the workspace stands with the platform: it stays true while the page is open. */
export const sessionChannelRealtime = {
  'channel.updated': ({ channel }) =>
    useSessionState.setState((state) => {
      if (state.phase !== 'signed-in') return state;
      const { session } = state;
      const known = session.workspace.channel;
      const connected = channel.state !== 'not_connected';
      const workspace = { ...session.workspace, channel: { ...known, ...channel, connected } };
      return { ...state, session: { ...session, workspace } };
    }),
} satisfies EventHandlers;
