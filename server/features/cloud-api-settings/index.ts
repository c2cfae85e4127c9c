export {
  type CloudApiCredentials,
  type CloudApiSettingsService,
  createCloudApiSettingsService,
} from './cloud-api-settings.service.ts';
