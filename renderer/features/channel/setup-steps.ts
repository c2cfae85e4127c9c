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
export function stepName(step: SetupStep, cloudApi: CloudApi): string {
  if (step === 'app' && isNumberFirst(cloudApi)) return t('channel:byHand.credentials.name');
  return t(`channel:steps.${step}.name`);
}

/** Returns whether a check last passed. */
export function isGood({ checks }: CloudApi, name: CloudApi['checks'][number]['name']): boolean {
  const check = checks.find((one) => one.name === name);
  return check?.succeededAt != null && check.fault === null;
}

/**
 * The order of those who begin with the number, on the platform's own pages, and have no access token yet. The step `app` is
 * then the form for all five values.
 */
const NUMBER_FIRST: readonly SetupStep[] = [
  'number',
  'code',
  'register',
  'callback',
  'subscribe',
  'app',
  'proof',
];

/** Steps that this server does for a person, which takes an access token. */
const WITH_TOKEN: readonly SetupStep[] = ['number', 'code', 'register', 'subscribe'];

/** Returns whether the setup goes on in the order that ends with the credentials. */
export function isNumberFirst({ credentials, setup: { step, skipped, wabaId } }: CloudApi): boolean {
  if (credentials.savedAt !== null || wabaId !== null) return false;
  return [...skipped, step].some((one) => one !== null && NUMBER_FIRST.slice(0, 5).includes(one));
}

/**
 * Returns what to store when a person goes to a step of the list. That the setup began with the number shows only in its steps: if
 * none of them would be left, the step that the person leaves is marked as not checked, which keeps the order.
 */
export function placeAt(
  to: SetupStep,
  from: SetupStep,
  cloudApi: CloudApi,
): { step: SetupStep; skipped?: SetupStep } {
  // The mark of a step ends when it is left without a new one.
  const skipped = cloudApi.setup.skipped.filter((one) => one !== from);
  const next = { ...cloudApi, setup: { ...cloudApi.setup, step: to, skipped } };
  return isNumberFirst(cloudApi) && !isNumberFirst(next) ? { step: to, skipped: from } : { step: to };
}

/** Returns the steps that were skipped, or done on the platform's own pages, and that no check has confirmed since. */
export function openSteps(cloudApi: CloudApi): readonly SetupStep[] {
  return cloudApi.setup.skipped.filter((step) => STEPS[step].proof(cloudApi) === null);
}

/** Returns whether a person does a step on the platform's own pages. */
export function isByHand(step: SetupStep, cloudApi: CloudApi): boolean {
  return isNumberFirst(cloudApi) && WITH_TOKEN.includes(step);
}

/** Returns the steps in the order in which this workspace does them. */
export function stepsOf(cloudApi: CloudApi): readonly SetupStep[] {
  return isNumberFirst(cloudApi) ? NUMBER_FIRST : SETUP_STEPS;
}

/** Returns the previous step; null for the first. */
export function stepBefore(step: SetupStep, cloudApi: CloudApi): SetupStep | null {
  const steps = stepsOf(cloudApi);
  return steps[steps.indexOf(step) - 1] ?? null;
}

/** Returns the next step; null for the last. */
export function stepAfter(step: SetupStep, cloudApi: CloudApi): SetupStep | null {
  const steps = stepsOf(cloudApi);
  return steps[steps.indexOf(step) + 1] ?? null;
}

/** Returns whether a step can be opened: all required steps before it are done. */
export function isReachable(step: SetupStep, cloudApi: CloudApi): boolean {
  if (isNumberFirst(cloudApi)) return step !== 'proof';
  return SETUP_STEPS.slice(0, SETUP_STEPS.indexOf(step)).every(
    (one) => STEPS[one].maySkip || STEPS[one].proof(cloudApi) !== null,
  );
}
