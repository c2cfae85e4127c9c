import { z } from 'zod';
import { AppError, type ErrorDetail } from '../../shared/domain/errors.ts';

/** What a workspace is connected with, as a person typed it. */
export interface TypedCredentials {
  appId: string;
  appSecret: string;
  accessToken: string;
  wabaId: string;
  phoneNumberId: string;
}

/** The number that the credentials open. */
export interface CheckedNumber {
  displayPhoneNumber: string | null;
  verifiedName: string | null;
}

const AnswerSchema = z.looseObject({
  display_phone_number: z.string().optional(),
  verified_name: z.string().optional(),
  data: z.unknown().optional(),
  paging: z.looseObject({ next: z.string().optional() }).optional(),
  error: z.looseObject({ code: z.number(), message: z.string().default('') }).optional(),
});
type Answer = z.infer<typeof AnswerSchema> & { status: number };

const NumbersSchema = z.array(z.looseObject({ id: z.string() }));
const TokenSchema = z.looseObject({ app_id: z.string() });

/** The platform's codes for a token that it does not know, and for one that may not do this. */
const BAD_TOKEN = new Set([102, 104, 190, 463]);
const NO_RIGHT = (code: number) => code === 3 || code === 10 || (code >= 200 && code <= 299);

/**
 * Asks the platform whether the credentials are good and belong together. Reading the number has to
 * succeed; the business account and the app are faults only where the platform says so outright.
 * @throws {AppError} validation_failed with every credential that is wrong, or unavailable.
 */
export async function checkCredentials(
  platform: { graphUrl: string; graphVersion: string },
  given: TypedCredentials,
): Promise<CheckedNumber> {
  const base = `${platform.graphUrl}/${platform.graphVersion}`;
  const [number, numbers, token] = await Promise.all([
    ask(`${base}/${given.phoneNumberId}?fields=id,display_phone_number,verified_name`, given.accessToken),
    ask(`${base}/${given.wabaId}/phone_numbers?fields=id&limit=100`, given.accessToken),
    ask(
      `${base}/debug_token?input_token=${encodeURIComponent(given.accessToken)}`,
      `${given.appId}|${given.appSecret}`,
    ),
  ]);
  const numberIs = numberFault(number, given);
  // With a bad token the platform says nothing about the account behind it.
  const accountIs = numberIs?.path === 'accessToken' ? null : accountFault(numbers, given, numberIs === null);
  const faults = [numberIs, accountIs, appFault(token, given)].filter((fault) => fault !== null);
  if (faults.length > 0) {
    throw new AppError('validation_failed', {
      message: 'The platform does not accept these credentials.',
      details: faults,
    });
  }
  return {
    displayPhoneNumber: number.display_phone_number ?? null,
    verifiedName: number.verified_name ?? null,
  };
}

function numberFault({ status, error }: Answer, { phoneNumberId }: TypedCredentials): ErrorDetail | null {
  if (!error && status === 200) return null;
  if (error && (BAD_TOKEN.has(error.code) || status === 401))
    return { path: 'accessToken', message: `is not accepted by the platform: ${error.message}` };
  if (error && NO_RIGHT(error.code))
    return { path: 'accessToken', message: `may not read the number: ${error.message}` };
  if (error?.code === 100)
    return {
      path: 'phoneNumberId',
      message: `${phoneNumberId} is no phone number that this access token can see: ${error.message}`,
    };
  throw new AppError('unavailable', {
    message: `The platform answered HTTP ${status} when asked for the number. Try again later, or use --no-verify.`,
  });
}

function accountFault(
  { error, data, paging }: Answer,
  given: TypedCredentials,
  isNumberGood: boolean,
): ErrorDetail | null {
  if (error?.code === 100)
    return {
      path: 'wabaId',
      message: `${given.wabaId} is no business account that this access token can see: ${error.message}`,
    };
  const numbers = NumbersSchema.safeParse(data);
  if (!isNumberGood || !numbers.success || paging?.next) return null;
  if (numbers.data.some((one) => one.id === given.phoneNumberId)) return null;
  return { path: 'wabaId', message: `${given.wabaId} has no phone number ${given.phoneNumberId}` };
}

function appFault({ error, data }: Answer, given: TypedCredentials): ErrorDetail | null {
  if (error && (BAD_TOKEN.has(error.code) || error.code === 101))
    return { path: 'appSecret', message: `is not the secret of app ${given.appId}: ${error.message}` };
  const token = TokenSchema.safeParse(data);
  if (!token.success || token.data.app_id === given.appId) return null;
  return { path: 'appId', message: `the access token belongs to app ${token.data.app_id}` };
}

async function ask(url: string, token: string): Promise<Answer> {
  try {
    const response = await fetch(url, {
      headers: { authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(15_000),
    });
    const body = AnswerSchema.safeParse(await response.json().catch(() => null));
    return { ...(body.success ? body.data : {}), status: response.status };
  } catch (cause) {
    throw new AppError('unavailable', {
      message: `The platform at ${new URL(url).origin} cannot be reached. Try again later, or use --no-verify.`,
      cause,
    });
  }
}
