import classes from './connect-progress.module.css';
import type { Connecting } from './use-connecting.ts';

/** What is being done, for eyes and screen readers alike. */
export function ConnectProgress({ state }: { state: Connecting }) {
  return (
    <div role="status" className={classes.progress}>
      {wordsFor(state)}
    </div>
  );
}

function wordsFor(state: Connecting): string | null {
  if (state.kind === 'looking') return 'Looking for the server…';
  if (state.kind === 'opening') return `Found Switchboard ${state.version}. Opening it…`;
  return null;
}
