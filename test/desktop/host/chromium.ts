import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { makeScratch, removeScratch } from './scratch.ts';

export interface RunningChromium {
  /** The address of its debugging protocol. */
  endpoint: string;
  browser: Browser;
  close(): Promise<void>;
}

const ARGUMENTS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
  '--disable-extensions',
  '--no-first-run',
  '--no-default-browser-check',
  '--password-store=basic',
  '--use-mock-keychain',
  // Electron has no popup blocker, and hidden pages keep running.
  '--disable-popup-blocking',
  '--disable-back-forward-cache',
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
  // For Chromium our pages are not local, but they may connect to a server on this machine. Frames of other
  // origins stay in the page's process, so that one connection covers the whole page.
  '--disable-features=LocalNetworkAccessChecks,HttpsUpgrades,IsolateOrigins,site-per-process,Translate,AvoidCorsURLLoaderRestartOnRedirect,HttpsFirstBalancedModeAutoEnable',
  '--disable-site-isolation-trials',
  // The pipe makes Chromium end when this process ends in any way. The port is for connections.
  '--remote-debugging-pipe',
  '--remote-debugging-port=0',
];

/** Starts a separate Chromium with a temporary profile. */
export async function startChromium(): Promise<RunningChromium> {
  const profile = makeScratch();
  allowCookiesOfServers(profile);
  const command = process.env.CHROMIUM_PATH || '/usr/bin/chromium';
  const child = spawn(command, [...ARGUMENTS, `--user-data-dir=${profile}`, 'about:blank'], {
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
  });
  const exited = new Promise((resolve) => child.once('close', resolve));
  const end = async () => {
    if (child.pid && child.exitCode === null) killGroup(child.pid);
    await exited;
    removeScratch(profile);
  };
  try {
    const endpoint = await new Promise<string>((resolve, reject) => {
      let output = '';
      child.stderr?.on('data', (chunk) => {
        output += chunk;
        const [, address] = /DevTools listening on (ws:\S+)/.exec(output) ?? [];
        if (address) resolve(address);
      });
      child.once('error', reject);
      child.once('close', () => reject(new Error(`Chromium ended:\n${output}`)));
    });
    const browser = await chromium.connectOverCDP(endpoint);
    return {
      endpoint,
      browser,
      close: async () => {
        await browser.close();
        await end();
      },
    };
  } catch (error) {
    await end();
    throw error;
  }
}

/**
 * Enables third-party cookies. For Chromium every server is a third party, but Electron stores their cookies.
 */
function allowCookiesOfServers(profile: string): void {
  mkdirSync(join(profile, 'Default'));
  const preferences = { profile: { cookie_controls_mode: 0, block_third_party_cookies: false } };
  writeFileSync(join(profile, 'Default', 'Preferences'), JSON.stringify(preferences));
}

/** Kills Chromium with its helper processes, which are in its process group. */
function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has already ended.
  }
}
