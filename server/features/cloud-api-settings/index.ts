import { createChannelChecks } from './channel-checks.service.ts';
import { cloudApiRoutes } from './cloud-api.routes.ts';
import { type CloudApiDeps, createCloudApiService } from './cloud-api.service.ts';
import { createNumberService } from './number.service.ts';
import { createSetupService } from './setup.service.ts';

export { unreachableTenants } from './channel.repository.ts';
export { createChannelState } from './channel-state.service.ts';
export { verdictOfAnswer } from './channel-verdict.ts';
export {
  type CloudApiCredentials,
  type CloudApiSettingsService,
  createCloudApiSettingsService,
} from './cloud-api-settings.service.ts';
export { createNumberNotices } from './number-notices.ts';
export { rotateSecrets } from './rotate-secrets.ts';

/** Connecting a workspace with its number, and how it stands with the platform. */
export function registerCloudApi(deps: CloudApiDeps) {
  const cloudApi = createCloudApiService(deps);
  const checks = createChannelChecks(deps, cloudApi);
  const setup = createSetupService(deps, cloudApi);
  const number = createNumberService(deps, cloudApi);
  return { checks, routes: cloudApiRoutes({ cloudApi, channel: deps.channel, checks, setup, number }) };
}
