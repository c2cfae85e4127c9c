export * from './audience.repository.ts';
export { broadcastSettingsOf, changeBroadcastSettings } from './broadcast-settings.service.ts';
export { presentBroadcast, presentRecipient, withExpected } from './broadcasts.presenter.ts';
export * from './broadcasts.repository.ts';
export * from './messaged-people.repository.ts';
export * from './recipients.repository.ts';
