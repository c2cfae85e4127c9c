import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cpSync } from 'node:fs';
import { type Bundles, makeBundles } from './bundles.ts';
import { type RunningChromium, startChromium } from './chromium.ts';
import type { DesktopHost, LaunchOptions } from './desktop-host.ts';
import { runningDesktop } from './running-desktop.ts';
import { type Profile, startStandIn } from './stand-in-process.ts';

/** Runs the built main on plain Node, and its pages in a Chromium that keeps running between launches. */
export function standInHost(mainFile: string): DesktopHost {
  let starting: Promise<[Bundles, RunningChromium]> | undefined;
  const profiles = new Map<string, Profile>();
  /** All running processes, including those that never become ready. */
  const children = new Set<ChildProcess>();
  const track = (child: ChildProcess) => {
    children.add(child);
    child.once('close', () => children.delete(child));
  };

  return {
    kind: 'stand-in',
    launch: async (options: LaunchOptions) => {
      starting ??= Promise.all([
        makeBundles(['stand-in.cjs', 'main-world.js', 'isolated-world.js']),
        startChromium(),
      ]);
      const [bundles, chromium] = await starting;
      const profile = profiles.get(options.userData) ?? makeProfile();
      profiles.set(options.userData, profile);
      return runningDesktop(await startStandIn({ chromium, profile, options, mainFile, bundles, track }));
    },
    copy: (userData, to) => {
      cpSync(userData, to, { recursive: true });
      const { storageKey } = profiles.get(userData) ?? makeProfile();
      profiles.set(to, { contexts: {}, storageKey });
    },
    close: async () => {
      await Promise.all([...children].map(end));
      const [bundles, chromium] = (await starting) ?? [];
      await chromium?.close();
      bundles?.remove();
    },
  };
}

function end(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once('close', () => resolve());
    child.kill('SIGKILL');
  });
}

/** Creates the data that the computer stores for a user data folder, but outside of it. */
function makeProfile(): Profile {
  return { contexts: {}, storageKey: randomBytes(32).toString('base64') };
}
