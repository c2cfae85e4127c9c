import { z } from 'zod';
import type { MessageError } from '../../../shared/contract/messages.contract.ts';
import { explainError } from './graph-errors.ts';
import type { GraphAnswer, GraphHttp } from './graph-http.ts';
import type { GraphUsage } from './graph-usage.ts';
import type { PlatformError } from './platform-error.ts';

/** The sender: a number of a workspace and a token that may use it. */
export interface GraphAccount {
  phoneNumberId: string;
  accessToken: string;
}

/** The outcome of a send. `unknown`: the request was sent without a response, so it may have taken effect. */
export type SendOutcome =
  | { kind: 'accepted'; platformId: string; waId: string | null; usage: GraphUsage | null }
  | { kind: 'refused'; error: MessageError; usage: GraphUsage | null }
  | {
      kind: 'later';
      reason: string;
      fault: PlatformError | null;
      usage: GraphUsage | null;
      /** Whether the certificate of the platform was not accepted. */
      isCertificateError?: boolean;
    }
  | { kind: 'unknown'; reason: string };

export interface GraphClient {
  /**
   * Sends a message of any kind, to a number in digits or to the platform's id of a person. `content` is
   * built in `outbound/`; `replyTo` is the platform's id of the message that it replies to; every status
   * contains `opaque`. Never throws.
   */
  send(
    account: GraphAccount,
    message: { to: string; content: object; replyTo: string | null; opaque: string },
  ): Promise<SendOutcome>;
  /** Marks a customer's message, and all before it, as read on the platform. */
  markRead(account: GraphAccount, platformId: string): Promise<SendOutcome>;
}

const ResponseSchema = z.looseObject({
  contacts: z.array(z.looseObject({ wa_id: z.string().optional() })).optional(),
  messages: z.array(z.looseObject({ id: z.string().min(1) })).min(1),
});

/** Creates the client for the platform's message calls. */
export function createGraphClient(http: GraphHttp): GraphClient {
  const post = (account: GraphAccount, body: object) =>
    http.call({
      token: account.accessToken,
      method: 'POST',
      path: `${account.phoneNumberId}/messages`,
      body: { messaging_product: 'whatsapp', ...body },
    });

  return {
    send: async (account, { to, content, replyTo, opaque }) => {
      const answer = await post(account, {
        recipient_type: 'individual',
        ...(/^\d+$/.test(to) ? { to: `+${to}` } : { recipient: to }),
        ...content,
        ...(replyTo ? { context: { message_id: replyTo } } : {}),
        biz_opaque_callback_data: opaque,
      });
      if (answer.kind !== 'ok') return notAccepted(answer);
      const accepted = ResponseSchema.safeParse(answer.body);
      const platformId = accepted.data?.messages[0]?.id;
      if (platformId === undefined)
        return { kind: 'unknown', reason: 'WhatsApp returned 200 without a message id' };
      const waId = accepted.data?.contacts?.[0]?.wa_id ?? null;
      return { kind: 'accepted', platformId, waId, usage: answer.usage };
    },
    markRead: async (account, platformId) => {
      const answer = await post(account, { status: 'read', message_id: platformId });
      return answer.kind === 'ok'
        ? { kind: 'accepted', platformId, waId: null, usage: answer.usage }
        : notAccepted(answer);
    },
  };
}

/** Returns the outcome of a send from an unsuccessful response. */
export function notAccepted(answer: Exclude<GraphAnswer, { kind: 'ok' }>): SendOutcome {
  if (answer.kind === 'unknown') return answer;
  if (answer.kind === 'unreachable') {
    const { reason, isCertificateError = false } = answer;
    return { kind: 'later', reason, fault: null, usage: null, isCertificateError };
  }
  const { fault, usage } = answer;
  if (fault.action === 'show') return { kind: 'refused', error: errorOf(fault), usage };
  return {
    kind: 'later',
    reason: `error ${fault.code ?? fault.status}: ${fault.details ?? ''}`,
    fault,
    usage,
  };
}

/** Returns an error of the platform as it is stored with the failed message. */
export function errorOf({ code, status, subcode, title, details }: PlatformError): MessageError {
  return explainError(code ?? status, title, details, subcode);
}
