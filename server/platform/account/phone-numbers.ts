import { z } from 'zod';
import type { PlatformNumber } from '../../../shared/contract/channel/cloud-api.contract.ts';
import type { GraphHttp } from '../graph/graph-http.ts';

const FIELDS = [
  'id',
  'display_phone_number',
  'verified_name',
  'quality_rating',
  'code_verification_status',
  'platform_type',
  'status',
  'is_pin_enabled',
  'messaging_limit_tier',
].join(',');

const NumberSchema = z.looseObject({
  id: z.string(),
  display_phone_number: z.string().optional(),
  verified_name: z.string().optional(),
  quality_rating: z.string().optional(),
  code_verification_status: z.string().optional(),
  platform_type: z.string().optional(),
  status: z.string().optional(),
  is_pin_enabled: z.boolean().optional(),
  messaging_limit_tier: z.string().optional(),
  whatsapp_business_manager_messaging_limit: z.string().optional(),
});

const PageSchema = z.looseObject({
  data: z.array(NumberSchema),
  paging: z
    .looseObject({ next: z.string().optional(), cursors: z.looseObject({ after: z.string() }).optional() })
    .optional(),
});

const DoneSchema = z.looseObject({ success: z.literal(true) });

/** More pages than any account has, in case the platform repeats pages endlessly. */
const PAGES_MAX = 50;

/**
 * Returns all numbers of a business account.
 * @throws {GraphError}
 */
export async function listNumbers(http: GraphHttp, token: string, wabaId: string): Promise<PlatformNumber[]> {
  const numbers: PlatformNumber[] = [];
  let after: string | undefined;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const query = { fields: FIELDS, limit: '100', ...(after === undefined ? {} : { after }) };
    const path = `${encodeURIComponent(wabaId)}/phone_numbers`;
    const { data, paging } = await http.ask({ token, method: 'GET', path, query }, PageSchema);
    numbers.push(...data.map(present));
    after = paging?.cursors?.after;
    if (paging?.next === undefined || after === undefined) break;
  }
  return numbers;
}

/**
 * Adds a number to a business account. It is verified with a code afterwards.
 * @returns its id on the platform. @throws {GraphError}
 */
export async function addNumber(
  http: GraphHttp,
  token: string,
  wabaId: string,
  number: { countryCode: string; national: string; displayName: string },
): Promise<string> {
  const body = { cc: number.countryCode, phone_number: number.national, verified_name: number.displayName };
  const path = `${encodeURIComponent(wabaId)}/phone_numbers`;
  return (await http.ask({ token, method: 'POST', path, body }, z.looseObject({ id: z.string() }))).id;
}

/** @throws {GraphError} */
export async function readNumber(http: GraphHttp, token: string, id: string): Promise<PlatformNumber> {
  const request = { token, method: 'GET', path: encodeURIComponent(id), query: { fields: FIELDS } } as const;
  return present(await http.ask(request, NumberSchema));
}

/** Requests that the platform sends a 6-digit code to the number. @throws {GraphError} */
export async function requestCode(
  http: GraphHttp,
  token: string,
  id: string,
  { method, language }: { method: 'SMS' | 'VOICE'; language: string },
): Promise<void> {
  const body = { code_method: method, language };
  await http.ask({ token, method: 'POST', path: `${encodeURIComponent(id)}/request_code`, body }, DoneSchema);
}

/** @throws {GraphError} */
export async function enterCode(http: GraphHttp, token: string, id: string, code: string): Promise<void> {
  const path = `${encodeURIComponent(id)}/verify_code`;
  await http.ask({ token, method: 'POST', path, body: { code } }, DoneSchema);
}

/** Registers the number for sending and receiving. `pin` is its PIN, or becomes it. @throws {GraphError} */
export async function registerNumber(http: GraphHttp, token: string, id: string, pin: string): Promise<void> {
  const path = `${encodeURIComponent(id)}/register`;
  await http.ask({ token, method: 'POST', path, body: { messaging_product: 'whatsapp', pin } }, DoneSchema);
}

function present(node: z.infer<typeof NumberSchema>): PlatformNumber {
  return {
    id: node.id,
    displayPhoneNumber: node.display_phone_number ?? null,
    verifiedName: node.verified_name ?? null,
    quality: node.quality_rating ?? null,
    messagingLimit: node.messaging_limit_tier ?? node.whatsapp_business_manager_messaging_limit ?? null,
    isVerified: node.code_verification_status === 'VERIFIED',
    isRegistered:
      node.status === undefined ? node.platform_type === 'CLOUD_API' : node.status === 'CONNECTED',
    hasPin: node.is_pin_enabled ?? null,
  };
}
