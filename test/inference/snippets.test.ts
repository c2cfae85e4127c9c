import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Language, type SnippetCall, snippetOf } from '../../renderer/features/inference/snippets.ts';
import { MODEL, startInference, type TestInference } from './inference-rig.ts';

const run = promisify(execFile);
const hasPython = spawnSync('python3', ['--version']).status === 0;

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
    // The Python package may not be installed, so a stub prints the arguments.
    const stub = `import sys, types, json
class Call:
    def __init__(self, **given): print(json.dumps(given), file=sys.stderr)
class OpenAI(Call):
    class chat:
        class completions:
            @staticmethod
            def create(**given):
                print(json.dumps(given), file=sys.stderr)
                return []
sys.modules["openai"] = types.SimpleNamespace(OpenAI=OpenAI)
`;
    const { stderr } = await run('python3', ['-c', stub + snippet('python')]);
    const [client, request] = stderr
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
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
});
