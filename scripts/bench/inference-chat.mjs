// Measures one streamed answer of an OpenAI-compatible server.

/** Sends a chat request. Returns its text, the tokens that the server counted, and times in ms. */
export async function chat({ url, model, key }, body) {
  const started = performance.now();
  const answer = await fetch(`${url}/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model, stream: true, stream_options: { include_usage: true }, ...body }),
  });
  if (!answer.ok) throw new Error(`${url} returned ${answer.status}: ${await answer.text()}`);
  const run = { text: '', tokens: 0, firstMs: Number.NaN, ms: 0 };
  let rest = '';
  for await (const piece of answer.body.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (!line.startsWith('data: {')) continue;
      const { choices, usage } = JSON.parse(line.slice('data: '.length));
      const text = choices?.[0]?.delta?.content;
      if (text) {
        if (run.text === '') run.firstMs = performance.now() - started;
        run.text += text;
      }
      if (usage) run.tokens = usage.completion_tokens;
    }
  }
  run.ms = performance.now() - started;
  return run;
}
