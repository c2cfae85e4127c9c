/**
 * Reads a response as JSON, at most `maxBytes` of it: a server that sends more is cut off while it sends.
 * @throws when the response is longer, or is not JSON.
 */
export async function readJson(response: Response, maxBytes: number): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop early cancels the response.
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new Error('the response is too long');
    chunks.push(chunk);
  }
  return JSON.parse(Buffer.concat(chunks).toString('utf8'));
}
