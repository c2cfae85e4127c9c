import { randomBytes } from 'node:crypto';
import type { ChangeContext } from '../../kernel/context/context.ts';
import { decodeId, encodeId } from '../../kernel/ids.ts';
import type { Kernel } from '../../kernel/index.ts';
import { enqueueJob, type JobHandler } from '../../kernel/queue/jobs.ts';
import { findRow, findRows, Op } from '../../kernel/tenancy/rows.ts';
import { workspaceName } from '../../kernel/tenancy/workspace-name.ts';
import { type MailFacts, mailText } from './mail-texts.ts';
import { createSendMail } from './send-mail.ts';

export type { MailFacts } from './mail-texts.ts';
export { createSendMail } from './send-mail.ts';

/** Mails the owners and admins of a workspace, in the transaction of what the mail is about. */
export type MailAdmins = (ctx: ChangeContext, facts: MailFacts) => Promise<void>;

const KIND = 'send_mail';
/** The people who can act. More are not mailed. */
const RECIPIENTS_MAX = 50;
const ROLES = { [Op.in]: ['owner' as const, 'admin' as const] };

/**
 * Wires mails to people of a workspace. Without a mail server nothing is mailed or stored. A mail is a job, so it is
 * sent at least once: it is tried again for a day.
 */
export function wireMail({ config, background, logger }: Kernel) {
  const send = createSendMail(config.mail);
  const { db } = background.resources;
  const mailAdmins: MailAdmins = async (ctx, facts) => {
    if (!send) return;
    const people = await findRows(ctx, 'user', {
      columns: ['id'],
      where: { role: ROLES },
      order: [['id', 'ASC']],
      limit: RECIPIENTS_MAX,
    });
    for (const { id } of people) {
      const job = { userId: encodeId('user', id), mark: randomBytes(12).toString('hex'), ...facts };
      await enqueueJob(ctx.db, ctx.scope, ctx.tx, KIND, job);
    }
  };
  const job: JobHandler = {
    kind: KIND,
    run: async (scope, payload) => {
      const { userId = '', mark, ...facts } = payload;
      const ctx = { db, scope };
      const where = { id: decodeId(userId), role: ROLES };
      const person = await findRow(ctx, 'user', { columns: ['email', 'language'], where });
      // People who have left, or whose role has changed, need not know.
      if (!send || !person) return;
      const workspace = await workspaceName(ctx);
      const { publicUrl } = config;
      const mail = mailText(facts as unknown as MailFacts, {
        language: person.language ?? 'en',
        ...{ publicUrl, workspace },
      });
      const messageId = `<${mark}@${new URL(publicUrl).hostname}>`;
      if (await send({ to: person.email, messageId, ...mail })) return;
      logger.warn(
        { tenantId: scope.tenantId, userId, kind: facts.kind },
        'the mail server refuses mails to this person',
      );
    },
  };
  return { mailAdmins, jobs: [job] };
}
