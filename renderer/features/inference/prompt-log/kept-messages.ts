import { z } from 'zod';

const MessagesSchema = z.array(
  z.looseObject({ role: z.string().default(''), content: z.unknown().optional() }),
);

export interface KeptMessage {
  role: string;
  text: string;
}

/** Returns the messages of a stored prompt. A truncated prompt, or an unknown format, is a single text. */
export function messagesOf(prompt: string): KeptMessage[] {
  const parsed = MessagesSchema.safeParse(asJson(prompt));
  if (!parsed.success) return [{ role: 'prompt', text: prompt }];
  return parsed.data.map(({ role, content, ...rest }) => {
    const text = typeof content === 'string' ? content : content == null ? '' : JSON.stringify(content);
    const hasMore = Object.values(rest).some((value) => !Array.isArray(value) || value.length > 0);
    return { role, text: hasMore ? `${text}\n${JSON.stringify(rest)}`.trim() : text };
  });
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
