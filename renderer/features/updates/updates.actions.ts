import { ask } from '../../lib/desktop.ts';
import { useDesktop } from '../../lib/desktop-state.ts';

/** Looks for a newer version. What comes of it arrives as a push too. */
export async function checkForUpdates(): Promise<void> {
  useDesktop.setState({ updates: await ask('updates.check') });
}

/** Restarts the app as the version that is ready. */
export async function restartToUpdate(): Promise<void> {
  await ask('updates.install');
}
