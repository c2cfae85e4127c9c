import {
  type CloudApi,
  SETUP_STEPS,
  type SetupStep,
} from '../../../shared/contract/channel/cloud-api.contract.ts';
import { t } from '../../lib/i18n.ts';
import { numberText } from './channel-text.ts';

interface StepInfo {
  /** Returns the value that proves that the step is done; null until then. */
  proof: (cloudApi: CloudApi) => string | null;
  /** Whether later steps can be done without this one. */
  maySkip?: true;
}

export const STEPS: Readonly<Record<SetupStep, StepInfo>> = {
  app: {
    proof: ({ setup }) =>
      setup.appId && setup.appSecret.set ? t('channel:steps.app.proof', { id: setup.appId }) : null,
  },
  token: {
    proof: ({ setup: { accessToken } }) => {
      if (!accessToken.set) return null;
      return accessToken.endsIn
        ? t('channel:steps.token.proofEndsIn', { end: accessToken.endsIn })
        : t('channel:steps.token.proof');
    },
  },
  account: {
    proof: ({ setup }) => setup.wabaId && t('channel:steps.account.proof', { id: setup.wabaId }),
  },
  number: {
    proof: ({ credentials, number }) =>
      credentials.phoneNumberId && (number ? numberText(number) : credentials.phoneNumberId),
  },
  code: {
    proof: ({ number }) =>
      number?.isVerified || number?.isRegistered ? t('channel:steps.code.proof') : null,
    maySkip: true,
  },
  register: {
    proof: ({ number }) => (number?.isRegistered ? t('channel:steps.register.proof') : null),
    maySkip: true,
  },
  callback: {
    proof: (cloudApi) => (isGood(cloudApi, 'callback') ? t('channel:steps.callback.proof') : null),
    maySkip: true,
  },
  subscribe: {
    proof: (cloudApi) => (isGood(cloudApi, 'subscription') ? t('channel:steps.subscribe.proof') : null),
    maySkip: true,
  },
  proof: {
    proof: (cloudApi) => (isGood(cloudApi, 'event') ? t('channel:steps.proof.proof') : null),
    maySkip: true,
  },
};

/** Returns the display name of a step for the list of steps. */
export function stepName(step: SetupStep): string {
  return t(`channel:steps.${step}.name`);
}

/** Returns whether a check last passed. */
export function isGood({ checks }: CloudApi, name: CloudApi['checks'][number]['name']): boolean {
  const check = checks.find((one) => one.name === name);
  return check?.succeededAt != null && check.fault === null;
}

/** Returns the previous step; null for the first. */
export function stepBefore(step: SetupStep): SetupStep | null {
  return SETUP_STEPS[SETUP_STEPS.indexOf(step) - 1] ?? null;
}

/** Returns the next step; null for the last. */
export function stepAfter(step: SetupStep): SetupStep | null {
  return SETUP_STEPS[SETUP_STEPS.indexOf(step) + 1] ?? null;
}

/** Returns whether a step can be opened: all required steps before it are done. */
export function isReachable(step: SetupStep, cloudApi: CloudApi): boolean {
  return SETUP_STEPS.slice(0, SETUP_STEPS.indexOf(step)).every(
    (one) => STEPS[one].maySkip || STEPS[one].proof(cloudApi) !== null,
  );
}
