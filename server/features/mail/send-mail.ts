import { isIP } from 'node:net';
import nodemailer from 'nodemailer';
import type { Config } from '../../config.ts';

/** A mail to one person. */
export interface Mail {
  /** The same for each try, so that a mailbox recognizes a repeated mail. */
  messageId: string;
  to: string;
  subject: string;
  text: string;
}

/** Sends a mail; throws when the mail server did not take it. Returns false when it never will. */
export type SendMail = (mail: Mail) => Promise<boolean>;

const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/** Creates the connection to the mail server; null when none is set. */
export function createSendMail(settings: Config['mail']): SendMail | null {
  if (!settings) return null;
  const { url, from } = settings;
  const server = new URL(url);
  const isSecure = server.protocol === 'smtps:';
  const user = decodeURIComponent(server.username);
  const transport = nodemailer.createTransport({
    host: server.hostname.replace(/^\[|\]$/g, ''),
    port: server.port === '' ? (isSecure ? 465 : 587) : Number(server.port),
    secure: isSecure,
    // A password never travels in the clear, except to this machine.
    requireTLS: !isSecure && user !== '' && !isLoopback(server.hostname),
    ...(user === '' ? {} : { auth: { user, pass: decodeURIComponent(server.password) } }),
    ...TIMEOUTS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return async (mail) => {
    try {
      await transport.sendMail({ from, ...mail, headers: { 'Auto-Submitted': 'auto-generated' } });
      return true;
    } catch (error) {
      if (isFinal(error)) return false;
      throw error;
    }
  };
}

/** Whether the server has refused this recipient or mail for good. Wrong settings are no such case: they can be repaired. */
function isFinal(error: unknown): boolean {
  const { code, responseCode } = error as { code?: string; responseCode?: number };
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode !== undefined && responseCode >= 550;
}

function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '');
  return bare === 'localhost' || bare === '::1' || (isIP(bare) === 4 && bare.startsWith('127.'));
}
