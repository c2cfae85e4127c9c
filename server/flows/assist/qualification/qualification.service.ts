import type { QualificationView } from '../../../../shared/contract/assist/qualification.contract.ts';
import { AppError } from '../../../../shared/domain/errors.ts';
import type { Config } from '../../../config.ts';
import { mayUseMachine, servedModel } from '../../../features/inference/index.ts';
import type { ChangeContext, Context } from '../../../kernel/context/context.ts';
import { inTransaction } from '../../../kernel/context/in-transaction.ts';
import { draftBudget } from '../drafts/draft-time.repository.ts';
import { QUALIFICATION_BASIS, QUALIFICATION_CASES } from './cases.ts';
import { findQualification, runOf, startRun, stopRun } from './qualifications.repository.ts';

/** Who may have the machine of the model work for them, and how long it may work on drafts in a day. */
type Rules = Pick<Config, 'modelDownloads' | 'assistDraftMsPerDay'>;

/** Returns what the model that is served now is good for, and how far a run is. */
export async function readQualification(ctx: Context, rules: Rules): Promise<QualificationView> {
  const served = await servedModel(ctx);
  const known = served?.digest ? await findQualification(ctx, served.digest) : null;
  const result = known?.result ?? null;
  const { isLeft, ownMs } = await draftBudget(ctx, rules.assistDraftMsPerDay);
  return {
    model: served?.model ?? null,
    isTestModel: served?.isTestModel ?? false,
    state: !served ? 'no_model' : !served.digest ? 'reading' : (known?.state ?? 'none'),
    mayRun: await mayUseMachine(ctx, rules.modelDownloads),
    startsByItself: served?.isChosenHere === true && !served.isTestModel,
    draftTime: {
      ...{ ownSeconds: Math.round(ownMs / 1_000), isLeft },
      limitSeconds: rules.assistDraftMsPerDay / 1_000,
    },
    done: known?.state === 'running' ? known.cases.length : 0,
    total: QUALIFICATION_CASES.length,
    startedAt: known?.state === 'running' ? known.startedAt.toISOString() : null,
    result: result && {
      finishedAt: result.finishedAt,
      cases: result.cases,
      isOutdated: result.basis !== QUALIFICATION_BASIS.toString('hex'),
      features: result.features,
    },
  };
}

/**
 * Starts a run for the model that is served now. A run that goes on is left alone.
 * @throws {AppError} forbidden where others share the machine; model_not_changeable when no model is ready.
 */
export function startQualification(ctx: Context, rules: Rules): Promise<QualificationView> {
  return changeRun(ctx, rules, 'model.qualification_started', async (ctx, { digest, model }) => {
    const known = await runOf(ctx, digest, true);
    if (known?.state === 'running') return null;
    const startedIn = ctx.scope.key;
    await startRun(ctx, { digest, model, basis: QUALIFICATION_BASIS, startedIn });
    return 'running';
  });
}

/**
 * Stops the run. An earlier result stays.
 * @throws {AppError} forbidden where others share the machine; model_not_changeable when no model is ready.
 */
export function stopQualification(ctx: Context, rules: Rules): Promise<QualificationView> {
  return changeRun(ctx, rules, 'model.qualification_stopped', async (ctx, { digest }) =>
    (await stopRun(ctx, digest)) ? 'stopped' : null,
  );
}

async function changeRun(
  ctx: Context,
  rules: Rules,
  action: 'model.qualification_started' | 'model.qualification_stopped',
  change: (
    ctx: ChangeContext,
    served: { digest: Buffer; model: string },
  ) => Promise<'running' | 'stopped' | null>,
): Promise<QualificationView> {
  await inTransaction(ctx, async (ctx) => {
    if (!(await mayUseMachine(ctx, rules.modelDownloads))) {
      throw new AppError('forbidden', {
        message:
          'Several workspaces share this model. The operator of the server decides what it is used for.',
      });
    }
    const served = await servedModel(ctx);
    if (!served?.digest) {
      throw new AppError('model_not_changeable', {
        message: served
          ? 'The file of the model is still being read. Try again in a minute.'
          : 'No model is loaded. Choose one on the Model page first.',
      });
    }
    const { model, digest } = served;
    const state = await change(ctx, { model, digest });
    if (state === null) return;
    await ctx.audit({ action, target: { kind: 'model', id: model, label: model } });
    ctx.record('assist.qualification_changed', { model, state });
  });
  return readQualification(ctx, rules);
}
