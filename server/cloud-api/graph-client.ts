import { z } from 'zod';
import type { MessageError } from '../../shared/contract/messages.contract.ts';
import { explainError } from './graph-errors.ts';
import type { GraphFault } from './graph-fault.ts';
import type { GraphAnswer, GraphHttp } from './graph-http.ts';

/** Who sends: a number of a workspace and the token that may use it. */
export interface GraphAccount {
  phoneNumberId: string;
  accessToken: string;
}

/** What became of a send. `unknown`: its bytes left us and no answer came, so it may have happened. */
export type SendOutcome =
  | { kind: 'accepted'; platformId: string; waId: string | null }
  | { kind: 'refused'; error: MessageError }
  | { kind: 'later'; reason: string; fault: GraphFault | null }
  | { kind: 'unknown'; reason: string };

export interface GraphClient {
  /**
   * Sends a message of any kind. `content` is made in `outbound/`; `replyTo` is the platform's id of the
   * message that it answers; `opaque` comes back with every status. Never throws.
   */
  send(
    account: GraphAccount,
    message: { to: string; content: object; replyTo: string | null; opaque: string },
  ): Promise<SendOutcome>;
  /** Tells the platform that a customer's message, and all before it, were read. */
  markRead(account: GraphAccount, platformId: string): Promise<SendOutcome>;
}

const AnswerSchema = z.looseObject({
  contacts: z.array(z.looseObject({ wa_id: z.string().optional() })).optional(),
  messages: z.array(z.looseObject({ id: z.string().min(1) })).min(1),
});

/** The calls of the platform that carry messages. */
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
        to: `+${to}`,
        ...content,
        ...(replyTo ? { context: { message_id: replyTo } } : {}),
        biz_opaque_callback_data: opaque,
      });
      if (answer.kind !== 'ok') return notAccepted(answer);
      const accepted = AnswerSchema.safeParse(answer.body);
      const platformId = accepted.data?.messages[0]?.id;
      if (platformId === undefined)
        return { kind: 'unknown', reason: 'the platform answered 200 without a message id' };
      return { kind: 'accepted', platformId, waId: accepted.data?.contacts?.[0]?.wa_id ?? null };
    },
    markRead: async (account, platformId) => {
      const answer = await post(account, { status: 'read', message_id: platformId });
      return answer.kind === 'ok' ? { kind: 'accepted', platformId, waId: null } : notAccepted(answer);
    },
  };
}

function notAccepted(answer: Exclude<GraphAnswer, { kind: 'ok' }>): SendOutcome {
  if (answer.kind === 'unknown') return answer;
  if (answer.kind === 'unreachable') return { kind: 'later', reason: answer.reason, fault: null };
  const { fault } = answer;
  if (fault.action === 'show')
    return {
      kind: 'refused',
      error: explainError(fault.code ?? fault.status, fault.title, fault.details),
    };
  return { kind: 'later', reason: `error ${fault.code ?? fault.status}: ${fault.details ?? ''}`, fault };
}
