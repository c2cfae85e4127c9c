import type { Database } from '../../db/database.ts';
import { BATCH_ROWS, type HousekeepingStep, inBatches } from '../../kernel/housekeeping/step.ts';
import { deleteExpiredChallenges } from './challenges.repository.ts';

export { attemptChallenge, openChallenge, readChallenge } from './challenges.ts';
export {
  confirmTwoFactor,
  describeTwoFactor,
  disableTwoFactor,
  hasTwoFactor,
  isTwoFactorRequired,
  type Person,
  renewRecoveryCodes,
  requireTwoFactor,
  resetTwoFactor,
  startTwoFactor,
  TWO_FACTOR_SECRETS,
  verifyAppCode,
  verifySecondFactor,
} from './two-factor.service.ts';

/** Returns the step that deletes challenges which have expired. */
export function challengeRetention(db: Database): HousekeepingStep {
  return {
    name: 'sign_in_challenges',
    sweep: () => inBatches(() => deleteExpiredChallenges(db, BATCH_ROWS)),
  };
}
