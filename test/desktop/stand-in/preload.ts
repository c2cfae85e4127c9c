import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { WebPreferences } from 'electron';
import { decode } from './codec.ts';
import { type FromPreload, receiveFromPreload } from './ipc-main.ts';
import { privateSchemes, toApp } from './network/addresses.ts';
import { BINDING, ISOLATED_WORLD } from './page/names.ts';
import type { PageTarget } from './page-target.ts';
import type { WebContents } from './web-contents.ts';

interface BindingCall {
  name: string;
  payload: string;
  executionContextId: number;
}

/**
 * Runs the built preload before every document in an isolated world, with the globals of a sandboxed preload
 * in Electron. It communicates with main over a binding that the page's world does not have.
 */
export function installPreload(target: PageTarget, contents: WebContents, preferences: WebPreferences): void {
  target.prepare('Runtime.addBinding', { name: BINDING, executionContextName: ISOLATED_WORLD });
  target.on('Runtime.bindingCalled', ({ name, payload, executionContextId }: BindingCall) => {
    const frame = contents.frames.ofWorld(executionContextId);
    if (name !== BINDING || !frame) return;
    const message = decode(payload) as FromPreload;
    frame.url = toApp(message.url);
    void receiveFromPreload(contents, frame, message);
  });
  if (!preferences.preload) return;
  const facts = {
    bridge: randomUUID(),
    inSubFrames: preferences.nodeIntegrationInSubFrames ?? false,
    schemes: privateSchemes(),
    platform: process.platform,
    argv: ['electron', '--type=renderer', ...(preferences.additionalArguments ?? [])],
    versions: { ...process.versions },
  };
  const args = JSON.stringify(facts);
  const main = readPart('main-world.js');
  target.prepare('Page.addScriptToEvaluateOnNewDocument', {
    source: `(() => {${main}\nstandInPage.open(${args});})();`,
  });
  const preload = readFileSync(preferences.preload, 'utf8');
  const isolated = `${readPart('isolated-world.js')}
    standInPage.start(${args}, (require, process, module, exports) => {${preload}\n});`;
  target.prepare('Page.addScriptToEvaluateOnNewDocument', {
    source: isolated,
    worldName: ISOLATED_WORLD,
  });
}

/** Reads one of the stand-in's scripts for pages, which are next to its bundle. */
function readPart(name: string): string {
  return readFileSync(`${__dirname}/${name}`, 'utf8');
}
