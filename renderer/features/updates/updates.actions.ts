import { ask } from '../../lib/desktop/desktop.ts';
import { useDesktop } from '../../lib/desktop/desktop-state.ts';

/** Checks for a newer version. The result also arrives as a push. */
export async function checkForUpdates(): Promise<void> {
  useDesktop.setState({ updates: await ask('updates.check') });
}

/** Restarts the app as the version that is ready. */
export async function restartToUpdate(): Promise<void> {
  await ask('updates.install');
}
