import type { KeyObject } from 'node:crypto';
import type { AppUpdater, Provider, UpdateInfo } from 'electron-updater';
import { GenericProvider } from 'electron-updater/out/providers/GenericProvider.js';
import { verifiedText } from './signature.ts';

type GenericOptions = ConstructorParameters<typeof GenericProvider>[0];
type RuntimeOptions = ConstructorParameters<typeof GenericProvider>[2];

/** Reads releases from a folder, and accepts only those that are signed with a key. */
class SignedProvider extends GenericProvider {
  readonly #key: KeyObject;

  constructor(options: GenericOptions, updater: AppUpdater, runtime: RuntimeOptions, key: KeyObject) {
    super(options, updater, runtime);
    this.#key = key;
  }

  /** Requests a release file. What follows uses the checksums of this text only, and checks the download with them. */
  protected override async httpRequest(
    ...request: Parameters<Provider<UpdateInfo>['httpRequest']>
  ): Promise<string> {
    const text = verifiedText((await super.httpRequest(...request)) ?? '', this.#key);
    if (text !== null) return text;
    throw Object.assign(new Error('The release file has no valid signature'), {
      code: 'ERR_UPDATER_INVALID_SIGNATURE',
    });
  }
}

/** Makes an updater accept only releases in the folder that are signed with the key. */
export function acceptOnlySigned(updater: AppUpdater, url: string, key: KeyObject): void {
  updater.setFeedURL({
    provider: 'custom',
    url,
    updateProvider: class extends SignedProvider {
      constructor(_options: unknown, _updater: unknown, runtime: RuntimeOptions) {
        super({ provider: 'generic', url }, updater, runtime, key);
      }
    },
  });
}
