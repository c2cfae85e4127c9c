/** Returns the type of all error codes in the document, with their meanings. */
export function errorCodesOf(document) {
  const meanings = new Map();
  for (const path of Object.values(document.paths)) {
    for (const { responses } of Object.values(path)) {
      for (const [status, response] of Object.entries(responses)) {
        if (Number(status) < 400) continue;
        for (const [code, { summary }] of Object.entries(response.content['application/json'].examples)) {
          meanings.set(code, `${status}: ${summary}`);
        }
      }
    }
  }
  const lines = [...meanings]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([code, meaning]) => `  /** ${meaning} */\n  | '${code}'`);
  return `/** The error codes of the API. */\nexport type ApiErrorCode =\n${lines.join('\n')};\n`;
}
