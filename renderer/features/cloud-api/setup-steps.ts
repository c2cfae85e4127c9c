import { type CloudApi, SETUP_STEPS, type SetupStep } from '../../../shared/contract/cloud-api.contract.ts';
import { numberWords } from './channel-words.ts';

interface StepInfo {
  title: string;
  /** What proves that it is done; null while nothing does. */
  proof: (cloudApi: CloudApi) => string | null;
  /** Later steps can be done without it. */
  maySkip?: true;
}

export const STEPS: Readonly<Record<SetupStep, StepInfo>> = {
  app: {
    title: 'App',
    proof: ({ setup }) => (setup.appId && setup.appSecret.set ? `App ${setup.appId} answers` : null),
  },
  token: {
    title: 'Access token',
    proof: ({ setup: { accessToken } }) =>
      accessToken.set ? `Accepted${accessToken.endsIn ? `, ends in …${accessToken.endsIn}` : ''}` : null,
  },
  account: { title: 'Business account', proof: ({ setup }) => setup.wabaId && `${setup.wabaId} is visible` },
  number: {
    title: 'Phone number',
    proof: ({ credentials, number }) =>
      credentials.phoneNumberId && (number ? numberWords(number) : credentials.phoneNumberId),
  },
  code: {
    title: 'Code',
    proof: ({ number }) => (number?.isVerified || number?.isRegistered ? 'The number is yours' : null),
    maySkip: true,
  },
  register: {
    title: 'Registration',
    proof: ({ number }) => (number?.isRegistered ? 'Registered' : null),
    maySkip: true,
  },
  callback: {
    title: 'Callback address',
    proof: (cloudApi) => (isGood(cloudApi, 'callback') ? 'The platform has verified it' : null),
    maySkip: true,
  },
  subscribe: {
    title: 'Subscription',
    proof: (cloudApi) => (isGood(cloudApi, 'subscription') ? 'The app gets this account’s events' : null),
    maySkip: true,
  },
  proof: {
    title: 'Try it',
    proof: (cloudApi) => (isGood(cloudApi, 'event') ? 'An event has arrived' : null),
    maySkip: true,
  },
};

/** Whether the last look at something was good. */
export function isGood({ checks }: CloudApi, name: CloudApi['checks'][number]['name']): boolean {
  const check = checks.find((one) => one.name === name);
  return check?.succeededAt != null && check.fault === null;
}

export function stepBefore(step: SetupStep): SetupStep | null {
  return SETUP_STEPS[SETUP_STEPS.indexOf(step) - 1] ?? null;
}

export function stepAfter(step: SetupStep): SetupStep | null {
  return SETUP_STEPS[SETUP_STEPS.indexOf(step) + 1] ?? null;
}

/** A step can be gone to when all before it that nobody may skip are done. */
export function isReachable(step: SetupStep, cloudApi: CloudApi): boolean {
  return SETUP_STEPS.slice(0, SETUP_STEPS.indexOf(step)).every(
    (one) => STEPS[one].maySkip || STEPS[one].proof(cloudApi) !== null,
  );
}
