import { Agent, errors, request } from 'undici';
import { z } from 'zod';
import type { MessageError } from '../../shared/contract/messages.contract.ts';
import { actionFor, explainError } from './graph-errors.ts';

/** Who sends: a number of a workspace and the token that may use it. */
export interface GraphAccount {
  phoneNumberId: string;
  accessToken: string;
}

/** What became of a call. `unknown`: its bytes left us and no answer came, so it may have happened. */
export type SendOutcome =
  | { kind: 'accepted'; platformId: string; waId: string | null }
  | { kind: 'refused'; error: MessageError }
  | { kind: 'later'; reason: string; isCredentials: boolean; isPairLimit: boolean }
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
  close(): Promise<void>;
}

const ANSWER_MS = 15_000;

const AnswerSchema = z.looseObject({
  contacts: z.array(z.looseObject({ wa_id: z.string().optional() })).optional(),
  messages: z.array(z.looseObject({ id: z.string().min(1) })).min(1),
});

const ErrorSchema = z.looseObject({
  error: z.looseObject({
    code: z.number(),
    message: z.string().optional(),
    error_user_msg: z.string().optional(),
    error_data: z.union([z.looseObject({ details: z.string().optional() }), z.string()]).optional(),
  }),
});

/** The platform's graph API, as far as it is used: one place that knows its addresses, answers and errors. */
export function createGraphClient(options: { baseUrl: string; version: string }): GraphClient {
  const dispatcher = new Agent({
    connect: { timeout: 5_000 },
    headersTimeout: ANSWER_MS,
    bodyTimeout: ANSWER_MS,
    keepAliveTimeout: 30_000,
    connections: 64,
  });

  async function post(
    account: GraphAccount,
    body: object,
  ): Promise<{ status: number; body: unknown } | SendOutcome> {
    try {
      const answer = await request(
        `${options.baseUrl}/${options.version}/${account.phoneNumberId}/messages`,
        {
          method: 'POST',
          dispatcher,
          headers: { authorization: `Bearer ${account.accessToken}`, 'content-type': 'application/json' },
          body: JSON.stringify({ messaging_product: 'whatsapp', ...body }),
        },
      );
      const text = await answer.body.text();
      return { status: answer.statusCode, body: tryJson(text) };
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      return neverLeft(error) ? later(reason) : { kind: 'unknown', reason };
    }
  }

  return {
    send: async (account, { to, content, replyTo, opaque }) => {
      const answer = await post(account, {
        recipient_type: 'individual',
        to: `+${to}`,
        ...content,
        ...(replyTo ? { context: { message_id: replyTo } } : {}),
        biz_opaque_callback_data: opaque,
      });
      if ('kind' in answer) return answer;
      if (answer.status !== 200) return outcomeOfError(answer.status, answer.body);
      const accepted = AnswerSchema.safeParse(answer.body);
      const platformId = accepted.data?.messages[0]?.id;
      if (platformId === undefined)
        return { kind: 'unknown', reason: 'the platform answered 200 without a message id' };
      return { kind: 'accepted', platformId, waId: accepted.data?.contacts?.[0]?.wa_id ?? null };
    },
    markRead: async (account, platformId) => {
      const answer = await post(account, { status: 'read', message_id: platformId });
      if ('kind' in answer) return answer;
      return answer.status === 200
        ? { kind: 'accepted', platformId, waId: null }
        : outcomeOfError(answer.status, answer.body);
    },
    close: () => dispatcher.close(),
  };
}

/** The code decides, then the HTTP status: the platform's statuses are not reliable (PLATFORM 9). */
function outcomeOfError(status: number, body: unknown): SendOutcome {
  const parsed = ErrorSchema.safeParse(body);
  if (!parsed.success) {
    if (status >= 500 || status === 429) return later(`HTTP ${status}`);
    return { kind: 'refused', error: explainError(status, `The platform answered HTTP ${status}.`, null) };
  }
  const { code, message, error_user_msg, error_data } = parsed.data.error;
  const details = typeof error_data === 'string' ? error_data : (error_data?.details ?? message ?? null);
  const action = actionFor(code);
  if (action === 'show')
    return { kind: 'refused', error: explainError(code, error_user_msg ?? message ?? '', details) };
  return {
    kind: 'later',
    reason: `error ${code}: ${details ?? ''}`,
    isCredentials: action === 'credentials',
    isPairLimit: code === 131056,
  };
}

function later(reason: string): SendOutcome {
  return { kind: 'later', reason, isCredentials: false, isPairLimit: false };
}

/** Errors that happen before a byte of the request has left: trying again cannot send twice. */
function neverLeft(error: unknown): boolean {
  if (error instanceof errors.ConnectTimeoutError) return true;
  const code = (error as { code?: string }).code ?? '';
  return [
    'ECONNREFUSED',
    'ENOTFOUND',
    'EAI_AGAIN',
    'EHOSTUNREACH',
    'ENETUNREACH',
    'CERT_HAS_EXPIRED',
  ].includes(code);
}

function tryJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
