import { assignedTo, changeConversation } from '../../features/conversations/index.ts';
import { type ChangeContext, operatorContext, type Resources } from '../../kernel/context/context.ts';
import { encodeId } from '../../kernel/ids.ts';
import { enqueueJob, type JobHandler } from '../../kernel/queue/jobs.ts';

const KIND = 'unassign-member';
const AT_ONCE = 100;

/** Requests that the conversations of a removed member become nobody's, in the transaction that removes them. */
export async function unassignMember(ctx: ChangeContext, memberId: Buffer): Promise<void> {
  await enqueueJob(ctx.db, ctx.scope, ctx.tx, KIND, { memberId: memberId.toString('hex') });
}

/** Returns the handler of the job that takes a removed member off their conversations. */
export function unassignMemberJob(resources: Resources): JobHandler {
  return {
    kind: KIND,
    run: async (scope, { memberId = '' }) => {
      const ctx = operatorContext(resources, scope);
      const key = Buffer.from(memberId, 'hex');
      for (
        let ids = await assignedTo(ctx, key, AT_ONCE);
        ids.length > 0;
        ids = await assignedTo(ctx, key, AT_ONCE)
      )
        for (const id of ids)
          await changeConversation(ctx, encodeId('conversation', id), { assigneeId: null });
    },
  };
}
