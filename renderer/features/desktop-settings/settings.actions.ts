import type { DesktopSettings } from '../../../shared/ipc/shapes.ts';
import { ask } from '../../lib/desktop/desktop.ts';
import { useDesktop } from '../../lib/desktop/desktop-state.ts';

/** Changes settings of this computer. The page shows the change at once and reverts it on an error. */
export async function changeSettings(change: Partial<DesktopSettings>): Promise<void> {
  const before = useDesktop.getState().settings;
  if (!before) return;
  useDesktop.setState({ settings: { ...before, settings: { ...before.settings, ...change } } });
  try {
    useDesktop.setState({ settings: await ask('settings.write', change) });
  } catch (error) {
    useDesktop.setState({ settings: before });
    throw error;
  }
}
