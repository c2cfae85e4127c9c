import type { Request, Response } from 'express';
import { AppError } from '../../../shared/domain/errors.ts';
import {
  authenticateInferenceKey,
  type InferenceKeyActor,
  isPass,
  type KeyRejection,
} from '../../features/inference/keys/index.ts';
import type { Resources } from '../../kernel/context/context.ts';
import type { RateLimiter } from '../../kernel/http/rate-limit.ts';
import { tryDecodeId } from '../../kernel/ids.ts';
import { invalidValue, OpenAiError, unsupported } from '../openai/openai-error.ts';
import { REQUEST_CLASSES, type RequestClass } from '../request-class.ts';

const REJECTIONS: Record<KeyRejection, () => OpenAiError> = {
  unknown: () =>
    new OpenAiError(
      401,
      'invalid_api_key',
      'No key of the model matches: it was deleted, has a typo, or is of another server. Keys are created on the Model page of the dashboard.',
    ),
  revoked: () => new OpenAiError(401, 'invalid_api_key', 'This key has been revoked. Use another one.'),
  expired: () => new OpenAiError(401, 'invalid_api_key', 'This key has expired. Ask for a new one.'),
  exhausted: () =>
    new OpenAiError(429, 'insufficient_quota', 'This key has used its quota. Ask for a new one.'),
};

/** Returns the error for a rejected key, as its owner sees it. `answers`: how many calls it was to make at once. */
export function keyError(rejection: KeyRejection, answers = 1): OpenAiError {
  if (rejection !== 'exhausted' || answers === 1) return REJECTIONS[rejection]();
  const message = `The quota of this key has no room for ${answers} answers: each counts as a call. Ask for fewer, or for a new key.`;
  return new OpenAiError(429, 'insufficient_quota', message);
}

/** Says why a header cannot hold a key of the model, or a pass of this server; null when it can. */
function problemOf(req: Request, token: string | undefined): string | null {
  const where = 'Keys of the model start with sk-svc- and are created on the Model page of the dashboard.';
  if (token === undefined) {
    const what = req.get('Authorization') ? 'is not valid' : 'is missing';
    return `The Authorization header ${what}. Send: Authorization: Bearer sk-svc-…. ${where}`;
  }
  if (token.startsWith('svc_'))
    return `This is an API key of a workspace, which the model does not accept. ${where}`;
  return token.startsWith('sk-svc-') || isPass(token) ? null : `This is not a key of this model. ${where}`;
}

/** Returns whether a key can use a model. */
export function mayUseModel({ models }: Pick<InferenceKeyActor, 'models'>, id: string): boolean {
  return models.length === 0 || models.includes(id.toLowerCase());
}

/** Requires that a key can use a model. @throws {OpenAiError} 403 `model_not_found`, the code that clients know */
export function requireModel(actor: Pick<InferenceKeyActor, 'models'>, id: string): void {
  if (mayUseModel(actor, id)) return;
  const message = `This key does not have access to the model '${id}'. Models of this key: ${actor.models.join(', ')}.`;
  throw new OpenAiError(403, 'model_not_found', message, { param: 'model' });
}

const CLASS_HEADER = 'X-Request-Class';

/**
 * Returns the class of a request. Every call with a key, and of a person at the playground, is one that someone waits
 * for; features of this server name the class.
 * @throws {OpenAiError} 400 for a class that is missing, unknown, or named by someone else.
 */
export function requestClassOf(
  req: Request,
  { isInternal }: Pick<InferenceKeyActor, 'isInternal'>,
): RequestClass {
  const given = req.get(CLASS_HEADER);
  if (!isInternal) {
    if (given === undefined) return 0;
    throw unsupported(
      CLASS_HEADER,
      `The header ${CLASS_HEADER} is for this server's own requests. Leave it out.`,
    );
  }
  const found = REQUEST_CLASSES.find((one) => String(one) === given);
  if (found === undefined)
    throw invalidValue(CLASS_HEADER, `The header ${CLASS_HEADER} must be 0, 1, 2 or 3.`);
  return found;
}

const CONVERSATION_HEADER = 'X-Conversation';

/**
 * Returns the conversation that a request is about, of which the engine may keep what it reads.
 * @throws {OpenAiError} 400 if it is named by someone else than this server, or is no id.
 */
export function conversationOf(
  req: Request,
  { isInternal }: Pick<InferenceKeyActor, 'isInternal'>,
): string | undefined {
  const given = req.get(CONVERSATION_HEADER);
  if (given === undefined) return undefined;
  if (!isInternal)
    throw unsupported(
      CONVERSATION_HEADER,
      `The header ${CONVERSATION_HEADER} is for this server's own requests. Leave it out.`,
    );
  if (!tryDecodeId('conversation', given))
    throw invalidValue(
      CONVERSATION_HEADER,
      `The header ${CONVERSATION_HEADER} must be the id of a conversation.`,
    );
  return given;
}

/**
 * Authenticates a request by its key. Requests with an invalid key count towards no limit, and neither do those of this
 * server itself.
 * @throws {OpenAiError} 401 for an invalid key; 429 for a used quota or too many requests per minute.
 */
export async function admit(
  req: Request,
  res: Response,
  resources: Pick<Resources, 'db' | 'clock' | 'keyring'>,
  perKey: RateLimiter,
): Promise<InferenceKeyActor> {
  const token = /^Bearer ([^\s]{1,512})$/i.exec(req.get('Authorization') ?? '')?.[1];
  const problem = problemOf(req, token);
  if (problem) throw new OpenAiError(401, 'invalid_api_key', problem);
  const found = token === undefined ? 'unknown' : await authenticateInferenceKey(resources, token);
  if (typeof found === 'string') throw keyError(found);
  if (found.isInternal) return found;
  try {
    await perKey.take(res, found.id);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const retryAfter = error.retryAfter ?? 1;
    throw new OpenAiError(429, 'rate_limit_exceeded', `Too many requests. Wait ${retryAfter} s.`, {
      retryAfter,
    });
  }
  return found;
}
