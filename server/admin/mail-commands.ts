import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { AppError } from '../../shared/domain/errors.ts';
import { EmailSchema } from '../../shared/domain/text.ts';
import { createSendMail } from '../features/mail/index.ts';
import { defineCommand } from './command.ts';

/** `mail test`: shows what the mail server answers, without waiting for something to go wrong. */
export const mailTest = defineCommand({
  group: 'mail',
  name: 'test',
  summary: 'send a mail with SMTP_URL and MAIL_FROM, to test them',
  options: [['--to <address>', 'the address that receives it']],
  input: z.object({ to: EmailSchema }),
  run: async ({ to }, { config }) => {
    const send = createSendMail(config.mail);
    if (!send) throw new AppError('validation_failed', { message: 'Set SMTP_URL and MAIL_FROM first.' });
    const mail = {
      to,
      messageId: `<${randomBytes(12).toString('hex')}@${new URL(config.publicUrl).hostname}>`,
      subject: 'Switchboard can send mail',
      text: `This is a test from ${config.publicUrl}.\n`,
    };
    const isSent = await send(mail).catch((error: unknown) => {
      const message = `The mail server did not take the mail: ${error instanceof Error ? error.message : error}`;
      throw new AppError('unavailable', { message, cause: error });
    });
    if (!isSent)
      throw new AppError('validation_failed', { message: 'The mail server refuses this address.' });
    return { sent: true, to };
  },
});
