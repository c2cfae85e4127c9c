import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Language, type SnippetCall, snippetOf } from '../../renderer/features/inference/snippets.ts';
import { programsOf } from '../docs/fenced-blocks.ts';
import { MODEL, startInference, type TestInference } from './inference-rig.ts';

const run = promisify(execFile);
const hasPython = spawnSync('python3', ['--version']).status === 0;

/** Takes the place of the Python package, which may not be installed: prints the arguments as JSON lines. */
const PYTHON_STUB = `import sys, types, json
class Answer(list):
    def __init__(self):
        message = types.SimpleNamespace(content="")
        self.choices = [types.SimpleNamespace(message=message)]
class OpenAI:
    def __init__(self, **given): print(json.dumps(given), file=sys.stderr)
    class chat:
        class completions:
            @staticmethod
            def create(**given):
                print(json.dumps(given), file=sys.stderr)
                return Answer()
sys.modules["openai"] = types.SimpleNamespace(OpenAI=OpenAI)
`;

/** Runs a Python program and returns the settings of its client and its request. */
async function pythonCall(code: string, env: Record<string, string> = {}): Promise<unknown[]> {
  const { stderr } = await run('python3', ['-c', PYTHON_STUB + code], { env: { ...process.env, ...env } });
  return stderr
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

/** Runs the code that the page offers to copy. */
describe('the snippets of the dashboard', () => {
  let worker: TestInference;
  let folder: string;
  let call: SnippetCall;
  beforeAll(async () => {
    worker = await startInference();
    // Inside the project, so that its packages are found.
    mkdirSync('test-results', { recursive: true });
    folder = mkdtempSync(join(process.cwd(), 'test-results', 'snippet-'));
    call = {
      baseUrl: worker.url,
      model: MODEL,
      key: (await worker.key(await worker.tenant())).key,
      messages: [
        { role: 'system', content: 'Answer "briefly".\nDon\'t \\ shout: $HOME `id` é 👋' },
        { role: 'user', content: "It's me" },
      ],
      temperature: 0,
      maxTokens: 12,
      extras: { top_p: 0.9, seed: 7, stop: ['zzz'] },
    };
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    await worker.stop();
  });

  const answerOf = async () => {
    const { choices } = await worker.client(call.key).chat.completions.create({
      model: call.model,
      messages: call.messages as never,
      temperature: call.temperature,
      max_tokens: call.maxTokens,
      ...call.extras,
    });
    return choices[0]?.message.content;
  };
  const snippet = (language: Language) => snippetOf(language, call);

  it('curl returns the same as the API', async () => {
    const { stdout } = await run('bash', ['-c', snippet('curl')]);
    expect(JSON.parse(stdout).choices[0].message.content).toBe(await answerOf());
  });

  it('TypeScript, with the openai package, streams the same', async () => {
    const file = join(folder, 'snippet.mjs');
    writeFileSync(file, snippet('typescript'));
    expect((await run(process.execPath, [file])).stdout).toBe(await answerOf());
  });

  it.skipIf(!hasPython)('Python is valid, with the same values in it', async () => {
    const [client, request] = await pythonCall(snippet('python'));
    expect(client).toEqual({ base_url: call.baseUrl, api_key: call.key });
    expect(request).toEqual({
      model: call.model,
      messages: call.messages,
      ...call.extras,
      temperature: 0,
      max_tokens: 12,
      stream: true,
    });
  });

  describe('the first call of docs/inference.md', () => {
    const programs = programsOf(readFileSync('docs/inference.md', 'utf8'));
    const codeOf = (language: string) =>
      programs
        .filter((program) => program.language === language)
        .map(({ code }) => code)
        .join('\n');
    const env = () => ({ INFERENCE_URL: call.baseUrl, INFERENCE_KEY: call.key });

    it('is answered in curl and in TypeScript', async () => {
      const options = { env: { ...process.env, ...env() } };
      const { stdout } = await run('bash', ['-euc', codeOf('sh')], options);
      expect(JSON.parse(stdout).choices[0].message.content).toEqual(expect.any(String));
      const file = join(folder, 'first-call.mjs');
      writeFileSync(file, codeOf('ts'));
      expect((await run(process.execPath, [file], options)).stdout.trim()).not.toMatch(/^(undefined)?$/);
    });

    it.skipIf(!hasPython)('is the same in Python', async () => {
      const [, body = ''] = /-d '(.*)'/.exec(codeOf('sh')) ?? [];
      expect(await pythonCall(codeOf('python'), env())).toEqual([
        { base_url: call.baseUrl, api_key: call.key },
        JSON.parse(body),
      ]);
    });
  });
});
