import { cpSync } from 'node:fs';
import { type Bundles, makeBundles } from './bundles.ts';
import type { DesktopHost, MainProcess } from './desktop-host.ts';
import { startElectron } from './electron-process.ts';
import { runningDesktop } from './running-desktop.ts';

/** Runs the built main in the real Electron. */
export function electronHost(binary: string, mainFile: string): DesktopHost {
  let bundles: Promise<Bundles> | undefined;
  const running = new Set<MainProcess>();

  return {
    kind: 'electron',
    launch: async (options) => {
      bundles ??= makeBundles(['recorder.cjs']);
      const recorder = (await bundles).path('recorder.cjs');
      const main = await startElectron({ binary, recorder, mainFile, options });
      running.add(main);
      void main.ended().then(() => running.delete(main));
      return runningDesktop(main);
    },
    copy: (userData, to) => cpSync(userData, to, { recursive: true }),
    close: async () => {
      for (const main of running) main.kill();
      await Promise.all([...running].map((main) => main.ended()));
      (await bundles)?.remove();
    },
  };
}
