import { implement } from '@orpc/server';
import { dashboardBroadcastsContract } from '../../../shared/contract/broadcast-planning.contract.ts';
import { type Broadcast, broadcastsContract } from '../../../shared/contract/public/broadcasts.contract.ts';
import { AppError } from '../../../shared/domain/errors.ts';
import type { RecipientFilter } from '../../../shared/domain/templates/broadcasts.ts';
import {
  againFailed,
  broadcastPage,
  broadcastSettingsOf,
  cancelWaiting,
  changeBroadcast,
  changeBroadcastSettings,
  countRecipients,
  findBroadcast,
  type NewBroadcast,
  presentBroadcast,
  presentRecipient,
  recipientPage,
  withExpected,
} from '../../features/broadcasts/index.ts';
import { connectedNumber } from '../../features/channel/index.ts';
import type { ChangeContext, Context } from '../../kernel/context/context.ts';
import { inLongTransaction } from '../../kernel/context/in-transaction.ts';
import { contextOf, type RequestContext } from '../../kernel/http/request-context.ts';
import { decodeId, encodeId, tryDecodeId } from '../../kernel/ids.ts';
import { createBroadcast, limitActive, recordBroadcast } from './create-broadcast.ts';
import { isTooLarge } from './expand-audience.ts';
import { isQualityLow } from './number-limit.ts';
import { previewBroadcast, type SendFromApi, sendTest } from './preview-broadcast.ts';

/** The broadcasts of the public API. `wake` starts the worker. */
export function broadcastsRoutes(wake: () => void) {
  const os = implement(broadcastsContract).$context<RequestContext>();
  return os.router(handlersOf(os, wake));
}

/** The broadcasts of the dashboard: with a preview, a test and the settings. */
export function dashboardBroadcastsRoutes(wake: () => void, sendFromApi: SendFromApi) {
  const os = implement(dashboardBroadcastsContract).$context<RequestContext>();
  return os.router({
    ...handlersOf(os, wake),
    preview: os.preview.handler(({ input, context }) => previewBroadcast(contextOf(context), input.body)),
    test: os.test.handler(({ input, context }) => sendTest(contextOf(context), sendFromApi, input.body)),
    settings: os.settings.handler(({ context }) => broadcastSettingsOf(contextOf(context))),
    changeSettings: os.changeSettings.handler(async ({ input, context }) => {
      const settings = await changeBroadcastSettings(contextOf(context), input.body);
      wake();
      return settings;
    }),
  });
}

type Routes = ReturnType<typeof implementPublic>;
const implementPublic = () => implement(broadcastsContract).$context<RequestContext>();

function handlersOf(os: Pick<Routes, keyof typeof broadcastsContract>, wake: () => void) {
  return {
    list: os.list.handler(({ input, context }) => list(contextOf(context), input.query)),
    create: os.create.handler(({ input, context }) => createBroadcast(contextOf(context), wake, input.body)),
    get: os.get.handler(({ input, context }) => get(contextOf(context), input.params.id)),
    recipients: os.recipients.handler(({ input, context }) =>
      recipients(contextOf(context), input.params.id, input.query),
    ),
    pause: os.pause.handler(({ input, context }) => change(contextOf(context), input.params.id, pause)),
    resume: os.resume.handler(async ({ input, context }) => {
      const broadcast = await change(contextOf(context), input.params.id, resume);
      wake();
      return broadcast;
    }),
    cancel: os.cancel.handler(({ input, context }) => change(contextOf(context), input.params.id, cancel)),
    retry: os.retry.handler(async ({ input, context }) => {
      const broadcast = await change(contextOf(context), input.params.id, retry);
      wake();
      return broadcast;
    }),
  };
}

async function list(ctx: Context, { limit, cursor }: { limit: number; cursor?: string | undefined }) {
  const place = ['broadcasts', ctx.scope.tenantId];
  const [before] = cursor ? ctx.cursors.read(place, cursor) : [];
  const rows = await broadcastPage(ctx, before === undefined ? null : decodeId(String(before)), limit + 1);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const nextCursor =
    rows.length > limit && last ? ctx.cursors.write(place, [encodeId('broadcast', last.id)]) : null;
  return { data: page.map(presentBroadcast), nextCursor };
}

async function get(ctx: Context, id: string): Promise<Broadcast> {
  const row = await findBroadcast(ctx, keyOf(id));
  if (!row) throw new AppError('broadcast_not_found');
  return presentBroadcast(await freshly(ctx, row));
}

/** Returns a broadcast with counts of this moment. Before it has begun, its audience is what is expected. */
async function freshly<Row extends NewBroadcast>(ctx: Context, row: Row): Promise<Row> {
  if (!row.startedAt && row.status !== 'canceled') return row;
  const { counts } = await countRecipients(ctx, row.id);
  return { ...row, counts: withExpected(row, counts) };
}

async function recipients(
  ctx: Context,
  id: string,
  query: { result?: RecipientFilter | undefined; limit: number; cursor?: string | undefined },
) {
  const key = keyOf(id);
  if (!(await findBroadcast(ctx, key))) throw new AppError('broadcast_not_found');
  const place = ['broadcast-recipients', ctx.scope.tenantId, id, query.result ?? ''];
  const [after] = query.cursor ? ctx.cursors.read(place, query.cursor) : [];
  const rows = await recipientPage(ctx, key, {
    result: query.result,
    after: after === undefined ? null : decodeId(String(after)),
    limit: query.limit + 1,
  });
  const page = rows.slice(0, query.limit);
  const last = page.at(-1);
  const nextCursor =
    rows.length > query.limit && last
      ? ctx.cursors.write(place, [encodeId('contact', last.contactId)])
      : null;
  return { data: page.map(presentRecipient), nextCursor };
}

type Action = (ctx: ChangeContext, row: NewBroadcast) => Promise<Broadcast>;

/** A broadcast of 100,000 people must be stopped on a busy server, too. @throws {AppError} broadcast_not_found; broadcast_not_possible */
function change(ctx: Context, id: string, action: Action): Promise<Broadcast> {
  const key = keyOf(id);
  return inLongTransaction(ctx, async (ctx) => {
    const row = await findBroadcast(ctx, key, { isLocked: true });
    if (!row) throw new AppError('broadcast_not_found');
    return action(ctx, await freshly(ctx, row));
  });
}

const pause: Action = async (ctx, row) => {
  if (row.status !== 'running' && row.status !== 'scheduled') throw new AppError('broadcast_not_possible');
  const changes = { status: 'paused', pauseReason: 'requested' } as const;
  await changeBroadcast(ctx, row.id, changes);
  return recordBroadcast(ctx, { ...row, ...changes }, 'broadcast.paused');
};

const resume: Action = async (ctx, row) => {
  if (row.status !== 'paused') throw new AppError('broadcast_not_possible');
  // Refused here rather than paused again; before its time, the audience may still become smaller.
  const isNow = row.startedAt !== null || row.sendAt === null || row.sendAt <= ctx.clock.now();
  if (isNow && (await isTooLarge(ctx, row))) throw new AppError('broadcast_too_large');
  const { holding } = await countRecipients(ctx, row.id);
  const status = row.startedAt || !row.sendAt ? ('running' as const) : ('scheduled' as const);
  // Only failures from now on pause it again.
  // The person who resumes it has seen the quality. It pauses again when the quality falls the next time.
  const ignoresQuality = isQualityLow(await connectedNumber(ctx)) ? 1 : 0;
  const changes = { status, pauseReason: null, holdingFailures: holding, ignoresQuality };
  await changeBroadcast(ctx, row.id, changes);
  return recordBroadcast(ctx, { ...row, ...changes }, 'broadcast.resumed');
};

const cancel: Action = async (ctx, row) => {
  if (row.status === 'completed' || row.status === 'canceled') throw new AppError('broadcast_not_possible');
  await cancelWaiting(ctx, row.id);
  const { counts } = await countRecipients(ctx, row.id);
  const changes = {
    ...{ status: 'canceled' as const, pauseReason: null, isExpanded: 1 },
    ...{ completedAt: ctx.clock.now(), counts: JSON.stringify(counts) },
  };
  await changeBroadcast(ctx, row.id, changes);
  return recordBroadcast(ctx, { ...row, ...changes }, 'broadcast.canceled');
};

const retry: Action = async (ctx, row) => {
  if (row.status === 'canceled' || row.status === 'scheduled') throw new AppError('broadcast_not_possible');
  if ((await againFailed(ctx, row.id)) === 0) throw new AppError('broadcast_not_possible');
  if (row.status === 'completed') limitActive(ctx);
  const { counts, holding } = await countRecipients(ctx, row.id);
  const changes = {
    ...{ status: row.status === 'completed' ? ('running' as const) : row.status, completedAt: null },
    ...{ holdingFailures: holding, counts: JSON.stringify(withExpected(row, counts)) },
  };
  await changeBroadcast(ctx, row.id, changes);
  return recordBroadcast(ctx, { ...row, ...changes }, 'broadcast.retried');
};

/** @throws {AppError} broadcast_not_found for what is not an id. */
function keyOf(id: string): Buffer {
  const key = tryDecodeId('broadcast', id);
  if (!key) throw new AppError('broadcast_not_found');
  return key;
}
