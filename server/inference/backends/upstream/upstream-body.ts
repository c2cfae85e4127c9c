import { z } from 'zod';
import type { Keyring } from '../../../kernel/crypto/keyring.ts';
import { invalidIn, invalidValue, OpenAiError, unsupported } from '../../openai/openai-error.ts';
import { MAX_ANSWERS } from '../../openai/sampling.ts';
import { openingOf, prefixOf } from '../../placement/prefix.ts';

/** Only the fields that we need. The engine validates the rest. */
const BodySchema = z.looseObject({
  model: z.string({ error: 'must be the name of a model' }),
  stream: z.boolean().nullish(),
  stream_options: z.looseObject({ include_usage: z.boolean().nullish() }).nullish(),
  n: z.unknown().optional(),
  best_of: z.unknown().optional(),
  prompt: z.unknown().optional(),
  messages: z.unknown().optional(),
  input: z.unknown().optional(),
  instructions: z.unknown().optional(),
  user: z.unknown().optional(),
  cache_salt: z.unknown().optional(),
});
export type UpstreamBody = z.infer<typeof BodySchema>;

/** Engines that divide their prefix cache by `cache_salt`, as `owned_by` in their list of models names them. */
const SALTED_ENGINES = ['vllm', 'sglang', 'switchboard'];
/** The limits of an answer, where -1 means as many tokens as fit. Not every engine knows that. */
const TOKEN_LIMITS = ['max_tokens', 'max_completion_tokens', 'max_output_tokens'];

/**
 * Fields of engines that are for their operator: they name other machines and files, carry code, hold the place of
 * others in the queue or in the cache, or replace the template of the model.
 */
const OPERATOR_FIELDS = [
  ...['kv_transfer_params', 'bootstrap_host', 'bootstrap_port', 'bootstrap_room', 'data_parallel_rank'],
  ...[
    'prompt_embeds',
    'logits_processors',
    'custom_logit_processor',
    'mm_processor_kwargs',
    'media_io_kwargs',
  ],
  ...['priority', 'rid', 'request_id', 'id_slot', 'session_params', 'return_hidden_states'],
  ...['lora', 'lora_path', 'chat_template'],
];
/** The parts of a message that an engine fetches from an address, or reads as tensors. */
const LINKED_PARTS = /^(?:image|audio|video|file)(?:_url|_embeds)?$/;

/**
 * Reads the part of a body that concerns us, and the number of answers that it asks for. Each counts as a call.
 * @throws {OpenAiError} 400 for a body without a model, one that asks for more answers than a call can have, and one
 * that makes the engine do more than answer.
 */
export function readUpstreamBody(given: unknown): { body: UpstreamBody; answers: number } {
  const parsed = BodySchema.safeParse(given);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const param = issue?.path.join('.') ?? '';
    if (param === '') throw new OpenAiError(400, 'invalid_value', 'The body must be a JSON object.');
    throw invalidIn(param, issue);
  }
  for (const name of OPERATOR_FIELDS)
    if (parsed.data[name] != null)
      throw unsupported(name, `${name} is for the operator of the engine. Leave it out.`);
  refuseLinks(parsed.data);
  const { n, best_of: best, prompt } = parsed.data;
  const times = n ?? 1;
  if (!Number.isInteger(times) || Number(times) < 1 || Number(times) > MAX_ANSWERS)
    throw invalidValue('n', `Invalid value for 'n': must be a number from 1 to ${MAX_ANSWERS}.`);
  if (best != null && best !== times) throw unsupported('best_of', 'best_of is not supported: use n.');
  // A list of tokens is a single prompt.
  const prompts = Array.isArray(prompt) && typeof prompt[0] !== 'number' ? Math.max(1, prompt.length) : 1;
  const answers = prompts * Number(times);
  if (answers > MAX_ANSWERS)
    throw unsupported('n', `A request can have ${MAX_ANSWERS} answers: send fewer prompts, or a smaller n.`);
  return { body: parsed.data, answers };
}

/** Refuses addresses of images and files: an engine would fetch them, also from machines that only it can reach. */
function refuseLinks({ messages, input }: UpstreamBody): void {
  for (const [name, turns] of Object.entries({ messages, input }))
    for (const [index, turn] of [turns].flat().entries()) {
      const { content, output } = (turn ?? {}) as { content?: unknown; output?: unknown };
      for (const part of [turn, content, output].flat())
        if (hasLink(part)) {
          const message = 'The engine does not fetch files: send them in the request, as data: URLs.';
          throw unsupported(`${name}[${index}]`, message);
        }
    }
}

function hasLink(part: unknown): boolean {
  if (typeof part !== 'object' || part === null) return false;
  return Object.entries(part).some(([name, value]: [string, unknown]) => {
    if (!LINKED_PARTS.test(name)) return false;
    const address = typeof value === 'object' && value !== null && 'url' in value ? value.url : value;
    return typeof address === 'string' && !/^data:/i.test(address);
  });
}

/**
 * Returns the body for the engine: the caller's, with values in `user` and `cache_salt` that differ between tenants and
 * that no tenant can give itself. Without them the time to the first token would reveal what others have sent.
 */
export function bodyForEngine(
  body: UpstreamBody,
  { tenantId, ownedBy, keyring }: { tenantId: string; ownedBy: string; keyring: Keyring },
): Record<string, unknown> {
  const { user, cache_salt: salt, ...rest } = body;
  const nameFor = (use: string, given: unknown) => {
    const text = JSON.stringify(['upstream', use, tenantId, given ?? null]);
    return keyring.sign(text).toString('base64url').slice(0, 32);
  };
  const unlimited = TOKEN_LIMITS.filter((name) => rest[name] === -1);
  return {
    ...Object.fromEntries(Object.entries(rest).filter(([name]) => !unlimited.includes(name))),
    user: nameFor('user', user),
    ...(SALTED_ENGINES.includes(ownedBy) ? { cache_salt: nameFor('cache', salt) } : {}),
  };
}

/** Returns what the requests of one conversation have in common: the one that this server names, or how they begin. */
export function conversationStart(
  tenantId: string,
  conversation: string | undefined,
  { messages, input, prompt, instructions = null }: UpstreamBody,
): string {
  if (conversation !== undefined) return prefixOf(tenantId, conversation);
  const turns = [messages, input].find(Array.isArray) as unknown[] | undefined;
  return prefixOf(tenantId, instructions, turns ? openingOf(turns) : (input ?? prompt ?? null));
}
