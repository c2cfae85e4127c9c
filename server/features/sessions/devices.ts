import { implement } from '@orpc/server';
import { devicesContract } from '../../../shared/contract/access/devices.contract.ts';
import { AppError } from '../../../shared/domain/errors.ts';
import type { UserActor } from '../../kernel/auth/actor.ts';
import type { Context } from '../../kernel/context/context.ts';
import { inTransaction } from '../../kernel/context/in-transaction.ts';
import { contextOf, personOf, type RequestContext } from '../../kernel/http/request-context.ts';
import { decodeId, encodeId, tryDecodeId } from '../../kernel/ids.ts';
import { describeDevice } from './device-name.ts';
import { deleteDevice, endOtherSessions, findDevices } from './sessions.repository.ts';

/** Closes the sockets of sessions that have ended. */
type DisconnectSession = (sessionId: string) => void;

export function devicesRoutes(disconnect: DisconnectSession) {
  const os = implement(devicesContract).$context<RequestContext>();
  return os.router({
    list: os.list.handler(({ context }) => listDevices(contextOf(context), personOf(context))),
    signOut: os.signOut.handler(({ input, context }) =>
      signOutDevice(contextOf(context), personOf(context), disconnect, input.params.id),
    ),
    signOutOthers: os.signOutOthers.handler(({ context }) =>
      signOutOthers(contextOf(context), personOf(context), disconnect),
    ),
  });
}

async function listDevices(ctx: Context, actor: UserActor) {
  const rows = await findDevices(ctx, decodeId(actor.id));
  const devices = rows.map((row) => {
    const id = encodeId('session', row.id);
    return {
      id,
      ...describeDevice(row.userAgent),
      isCurrent: id === actor.sessionId,
      createdAt: row.createdAt.toISOString(),
      lastSeenAt: row.lastSeenAt.toISOString(),
    };
  });
  return { data: devices.toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent)) };
}

async function signOutDevice(ctx: Context, actor: UserActor, disconnect: DisconnectSession, id: string) {
  const key = tryDecodeId('session', id);
  if (!key || !(await deleteDevice(ctx, decodeId(actor.id), key))) throw new AppError('session_not_found');
  disconnect(id);
  return { id, signedOut: true as const };
}

async function signOutOthers(ctx: Context, actor: UserActor, disconnect: DisconnectSession) {
  const ended = await inTransaction(ctx, (ctx) =>
    endOtherSessions(ctx, decodeId(actor.id), decodeId(actor.sessionId)),
  );
  for (const id of ended) disconnect(encodeId('session', id));
  return { sessions: ended.length };
}
