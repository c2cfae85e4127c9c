export const LANGUAGES = ['curl', 'typescript', 'python'] as const;
export type Language = (typeof LANGUAGES)[number];

export const LANGUAGE_LABELS: Readonly<Record<Language, string>> = {
  curl: 'curl',
  typescript: 'TypeScript',
  python: 'Python',
};

/** The chat completion that a snippet requests. */
export interface SnippetCall {
  baseUrl: string;
  model: string;
  /** The secret, or a placeholder. */
  key: string;
  messages: readonly { role: string; content: string }[];
  temperature: number;
  maxTokens: number;
  /** More fields of the request, as the endpoint names them. Their values are also valid in Python. */
  extras?: Readonly<Record<string, unknown>>;
}

/** Returns a call as code in one language. */
export function snippetOf(language: Language, call: SnippetCall): string {
  return GENERATORS[language](call);
}

const GENERATORS: Readonly<Record<Language, (call: SnippetCall) => string>> = {
  curl: ({ baseUrl, key, ...call }) => {
    const body = JSON.stringify(bodyOf(call), null, 2).replaceAll("'", "'\\''");
    return [
      `curl '${baseUrl}/chat/completions' \\`,
      `  -H 'Authorization: Bearer ${key}' \\`,
      `  -H 'Content-Type: application/json' \\`,
      `  -d '${body}'`,
    ].join('\n');
  },
  typescript: ({
    baseUrl,
    key,
    model,
    messages,
    temperature,
    maxTokens,
    extras = {},
  }) => `// npm install openai
import OpenAI from 'openai';

const client = new OpenAI({
  baseURL: ${JSON.stringify(baseUrl)},
  apiKey: ${JSON.stringify(key)},
});

const stream = await client.chat.completions.create({
  model: ${JSON.stringify(model)},
  messages: ${indented(messages)},
  temperature: ${temperature},
  max_tokens: ${maxTokens},${Object.entries(extras)
    .map(([name, value]) => `\n  ${name}: ${JSON.stringify(value)},`)
    .join('')}
  stream: true,
});
for await (const chunk of stream) {
  process.stdout.write(chunk.choices[0]?.delta.content ?? '');
}`,
  // JSON of text and numbers is valid Python.
  python: ({ baseUrl, key, model, messages, temperature, maxTokens, extras = {} }) => `# pip install openai
from openai import OpenAI

client = OpenAI(
    base_url=${JSON.stringify(baseUrl)},
    api_key=${JSON.stringify(key)},
)

stream = client.chat.completions.create(
    model=${JSON.stringify(model)},
    messages=${indented(messages, 4)},
    temperature=${temperature},
    max_tokens=${maxTokens},${Object.entries(extras)
      .map(([name, value]) => `\n    ${name}=${JSON.stringify(value)},`)
      .join('')}
    stream=True,
)
for chunk in stream:
    if chunk.choices:
        print(chunk.choices[0].delta.content or "", end="", flush=True)`,
};

function bodyOf({ model, messages, temperature, maxTokens, extras }: Omit<SnippetCall, 'baseUrl' | 'key'>) {
  return { model, messages, temperature, max_tokens: maxTokens, ...extras };
}

function indented(value: unknown, by = 2): string {
  return JSON.stringify(value, null, 2).replaceAll('\n', `\n${' '.repeat(by)}`);
}
