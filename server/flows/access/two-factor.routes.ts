import { implement } from '@orpc/server';
import type { Session } from '../../../shared/contract/access/session.contract.ts';
import { twoFactorContract } from '../../../shared/contract/access/two-factor.contract.ts';
import { AppError } from '../../../shared/domain/errors.ts';
import { verifyOwnPassword } from '../../features/sessions/index.ts';
import {
  confirmTwoFactor,
  describeTwoFactor,
  disableTwoFactor,
  hasTwoFactor,
  type Person,
  renewRecoveryCodes,
  requireTwoFactor,
  resetTwoFactor,
  startTwoFactor,
  verifySecondFactor,
} from '../../features/two-factor/index.ts';
import type { UserActor } from '../../kernel/auth/actor.ts';
import type { AttemptLimit } from '../../kernel/auth/attempt-limit.ts';
import type { Context } from '../../kernel/context/context.ts';
import { contextOf, personOf, type RequestContext } from '../../kernel/http/request-context.ts';
import { decodeId } from '../../kernel/ids.ts';
import type { TenantScope } from '../../kernel/tenancy/tenant-scope.ts';
import { finishEnrolment, finishSignIn, type SignInLimits, startEnrolment } from './sign-in.ts';

export interface TwoFactorParts {
  limits: SignInLimits;
  /** Counts the attempts of signed-in people at their password. */
  ownPassword: AttemptLimit;
  disconnectMember(scope: TenantScope, userId: string): void;
  startSession(context: RequestContext, token: string): Promise<Session>;
}

/** The routes of the second factor: a person's own, the workspace's rule, and the second step of a sign-in. */
export function twoFactorRoutes({ limits, ownPassword, disconnectMember, startSession }: TwoFactorParts) {
  const os = implement(twoFactorContract).$context<RequestContext>();
  const limit = limits.secondFactor;

  return os.router({
    status: os.status.handler(({ context }) =>
      describeTwoFactor(contextOf(context), decodeId(personOf(context).id)),
    ),
    start: os.start.handler(async ({ input, context }) => {
      const ctx = contextOf(context);
      await verifyOwnPassword(ctx, ownPassword, personOf(context), input.body.password);
      return startTwoFactor(ctx, memberOf(personOf(context)));
    }),
    confirm: os.confirm.handler(async ({ input, context }) => ({
      recoveryCodes: await confirmTwoFactor(
        contextOf(context),
        limit,
        memberOf(personOf(context)),
        input.body.code,
      ),
    })),
    renewRecoveryCodes: os.renewRecoveryCodes.handler(async ({ input, context }) => {
      const ctx = contextOf(context);
      const person = memberOf(personOf(context));
      await requireEnabled(ctx, person);
      await verifyOwnPassword(ctx, ownPassword, personOf(context), input.body.password);
      return { recoveryCodes: await renewRecoveryCodes(ctx, person) };
    }),
    disable: os.disable.handler(async ({ input, context }) => {
      const ctx = contextOf(context);
      const person = memberOf(personOf(context));
      await requireEnabled(ctx, person);
      await verifyOwnPassword(ctx, ownPassword, personOf(context), input.body.password);
      await verifySecondFactor(ctx, limit, person, input.body.code);
      await disableTwoFactor(ctx, person);
      return describeTwoFactor(ctx, person.userId);
    }),
    finishSignIn: os.finishSignIn.handler(async ({ input, context }) =>
      startSession(context, await finishSignIn(context, limits, input.body)),
    ),
    startAtSignIn: os.startAtSignIn.handler(({ input, context }) =>
      startEnrolment(context, limits, input.body.challenge),
    ),
    confirmAtSignIn: os.confirmAtSignIn.handler(async ({ input, context }) => {
      const { recoveryCodes, token } = await finishEnrolment(context, limits, input.body);
      return { session: await startSession(context, token), recoveryCodes };
    }),
    require: os.require.handler(async ({ input, context }) => {
      await requireTwoFactor(contextOf(context), disconnectMember, input.body.isRequired);
      return input.body;
    }),
    reset: os.reset.handler(async ({ input, context }) => {
      await resetTwoFactor(contextOf(context), input.params.id);
      return { reset: true as const };
    }),
  });
}

async function requireEnabled(ctx: Context, { userId }: Person): Promise<void> {
  if (!(await hasTwoFactor(ctx, userId))) throw new AppError('two_factor_not_enabled');
}

function memberOf({ id, name, email }: UserActor): Person {
  return { userId: decodeId(id), name, email };
}
