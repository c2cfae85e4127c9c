import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { makeStorableJson } from '../../shared/domain/storable-json.ts';
import { GraphError, type GraphHttp } from './graph/graph-http.ts';

/** A template of the platform, with normalised spelling. */
export interface PlatformTemplate {
  platformId: string;
  name: string;
  language: string;
  status: string;
  category: string;
  previousCategory: string | null;
  parameterFormat: 'POSITIONAL' | 'NAMED';
  quality: string | null;
  rejectedReason: string | null;
  components: Record<string, unknown>[];
}

const FIELDS =
  'id,name,language,status,category,previous_category,components,parameter_format,rejected_reason,quality_score';
const PAGE = '100';
/** An account can have 6,000 templates; a longer list is endless. */
const PAGES_MAX = 100;
const TIMEOUT_MS = 20_000;
/** Short, because a send waits for the response. */
const SINGLE_TIMEOUT_MS = 3_000;

const PageSchema = z.looseObject({
  data: z.array(z.unknown()),
  paging: z
    .looseObject({
      next: z.string().optional(),
      cursors: z.looseObject({ after: z.string().optional() }).optional(),
    })
    .optional(),
});

/** Names and states are plain words. A template with other ones could not be used in a send. */
export const plainWord = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[\x21-\x7e]+$/);

const word = plainWord(32);
const TemplateNodeSchema = z.looseObject({
  id: plainWord(64),
  name: plainWord(512),
  language: plainWord(16),
  status: word,
  category: word.optional(),
  previous_category: word.nullish(),
  parameter_format: z.string().optional(),
  rejected_reason: z.string().nullish(),
  quality_score: z
    .union([z.looseObject({ score: plainWord(16).optional() }), plainWord(16)])
    .nullish()
    .catch(null),
  components: z.array(z.record(z.string(), z.unknown())).optional(),
});

/**
 * Returns all templates of a business account, from all pages. Omits those without an id, name or state.
 * @throws {GraphError} when a page fails, because the pages after it are then unknown.
 */
export async function listTemplates(
  http: GraphHttp,
  account: { wabaId: string; accessToken: string },
): Promise<PlatformTemplate[]> {
  const found: PlatformTemplate[] = [];
  let after: string | undefined;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const answer = await http.ask(
      {
        token: account.accessToken,
        method: 'GET',
        path: `${account.wabaId}/message_templates`,
        query: { fields: FIELDS, limit: PAGE, ...(after === undefined ? {} : { after }) },
        timeoutMs: TIMEOUT_MS,
      },
      PageSchema,
    );
    for (const node of answer.data) {
      const read = readTemplate(node);
      if (read) found.push(read);
    }
    const next = answer.paging?.next === undefined ? undefined : answer.paging.cursors?.after;
    if (next === undefined || next === after) return found;
    after = next;
  }
  throw new GraphError('WhatsApp’s list of templates does not end.', null);
}

/**
 * Fetches one template by the platform's id.
 * @returns null when the response is not a template that could be used in a send.
 * @throws {GraphError} when the platform does not respond within 3 s, or returns an error.
 */
export async function fetchTemplate(
  http: GraphHttp,
  account: { accessToken: string },
  platformId: string,
): Promise<PlatformTemplate | null> {
  const node = await http.ask(
    {
      token: account.accessToken,
      method: 'GET',
      path: encodeURIComponent(platformId),
      query: { fields: FIELDS },
      timeoutMs: SINGLE_TIMEOUT_MS,
    },
    z.unknown(),
  );
  return readTemplate(node);
}

/** A template to submit. */
export type NewTemplate = Pick<
  PlatformTemplate,
  'name' | 'language' | 'category' | 'parameterFormat' | 'components'
>;

/** The platform's error for a name that has this language already. */
const EXISTS = 2388024;
/** The platform's error for a template that does not exist. */
const ABSENT = 2593002;

/**
 * Submits a template for review. One that the platform has already, with the same parts, counts as this one: the
 * answer to an earlier request may have been lost.
 * @throws {GraphError}
 */
export async function submitTemplate(
  http: GraphHttp,
  account: { wabaId: string; accessToken: string },
  template: NewTemplate,
): Promise<PlatformTemplate> {
  const { name, language, category, parameterFormat, components } = template;
  try {
    const answer = await http.ask(
      {
        token: account.accessToken,
        method: 'POST',
        path: `${account.wabaId}/message_templates`,
        body: { name, language, category, parameter_format: parameterFormat, components },
        timeoutMs: TIMEOUT_MS,
      },
      z.looseObject({ id: plainWord(64), status: word.optional(), category: word.optional() }),
    );
    const { id: platformId, status = 'PENDING', category: given = category } = answer;
    return {
      ...template,
      platformId,
      status: status.toUpperCase(),
      category: given.toUpperCase(),
      previousCategory: null,
      quality: null,
      rejectedReason: null,
    };
  } catch (error) {
    if (!isOf(error, EXISTS)) throw error;
    const known = await findByName(http, account, template);
    if (!known || !isDeepStrictEqual(known.components, components)) throw error;
    return known;
  }
}

/** Deletes a template in one language. One that the platform does not have is deleted already. @throws {GraphError} */
export async function deleteTemplate(
  http: GraphHttp,
  account: { wabaId: string; accessToken: string },
  { platformId, name }: Pick<PlatformTemplate, 'platformId' | 'name'>,
): Promise<void> {
  try {
    await http.ask(
      {
        token: account.accessToken,
        method: 'DELETE',
        path: `${account.wabaId}/message_templates`,
        query: { name, hsm_id: platformId },
        timeoutMs: TIMEOUT_MS,
      },
      z.looseObject({ success: z.literal(true) }),
    );
  } catch (error) {
    if (!isOf(error, ABSENT)) throw error;
  }
}

async function findByName(
  http: GraphHttp,
  account: { wabaId: string; accessToken: string },
  { name, language }: Pick<PlatformTemplate, 'name' | 'language'>,
): Promise<PlatformTemplate | null> {
  const { data } = await http.ask(
    {
      token: account.accessToken,
      method: 'GET',
      path: `${account.wabaId}/message_templates`,
      query: { fields: FIELDS, limit: PAGE, name },
      timeoutMs: TIMEOUT_MS,
    },
    PageSchema,
  );
  // The platform finds names by a part of them.
  return data.map(readTemplate).find((one) => one?.name === name && one.language === language) ?? null;
}

function isOf(error: unknown, subcode: number): boolean {
  return error instanceof GraphError && error.subcode === subcode;
}

/** Returns `en_US` for `en-US`: the platform’s notices and lists spell languages differently. */
export function normaliseLanguage(language: string): string {
  return language.replaceAll('-', '_');
}

function readTemplate(node: unknown): PlatformTemplate | null {
  const parsed = TemplateNodeSchema.safeParse(makeStorableJson(node));
  if (!parsed.success) return null;
  const { id, name, language, status, category, components, quality_score: score, ...rest } = parsed.data;
  return {
    platformId: id,
    name,
    language: normaliseLanguage(language),
    status: status.toUpperCase(),
    category: category?.toUpperCase() ?? 'UNKNOWN',
    previousCategory: rest.previous_category?.toUpperCase() ?? null,
    parameterFormat: rest.parameter_format?.toUpperCase() === 'NAMED' ? 'NAMED' : 'POSITIONAL',
    quality: knownOrNull(typeof score === 'string' ? score : score?.score),
    rejectedReason: knownOrNull(rest.rejected_reason),
    components: components ?? [],
  };
}

/** Returns null for NONE and UNKNOWN, which the platform sends for missing values. */
export function knownOrNull(value: string | null | undefined): string | null {
  const said = value?.trim().toUpperCase() ?? '';
  return ['', 'NONE', 'UNKNOWN'].includes(said) ? null : said.slice(0, 255);
}
