export { presentBroadcast, presentRecipient } from './broadcasts.presenter.ts';
export * from './broadcasts.repository.ts';
export * from './recipients.repository.ts';
