/** Splits a command into words as a shell does: single and double quotes, and lines that end in a backslash. */
function wordsOf(command) {
  const words = [];
  let word = null;
  for (let at = 0; at < command.length; at += 1) {
    const character = command[at];
    if (character === "'" || character === '"') {
      const end = command.indexOf(character, at + 1);
      if (end < 0) return null;
      word = (word ?? '') + command.slice(at + 1, end);
      at = end;
    } else if (character === '\\' && command[at + 1] === '\n') {
      at += 1;
    } else if (/\s/.test(character)) {
      if (word !== null) words.push(word);
      word = null;
    } else if (/[|;&()<>`\n]/.test(character)) {
      return null;
    } else {
      word = (word ?? '') + character;
    }
  }
  return word === null ? words : [...words, word];
}

/**
 * Returns the request of a block that is one curl command to the API: its method, path below `/api/v1`, query, body,
 * and Idempotency-Key. Returns null for any other block.
 */
export function requestOfCurl(code) {
  const words = code.startsWith('curl ') ? wordsOf(code.trim()) : null;
  if (!words) return null;
  const data = [];
  const headers = [];
  let method = null;
  let address = null;
  let isGet = false;
  for (let at = 1; at < words.length; at += 1) {
    const word = words[at];
    if (word === '-X') method = words[++at];
    else if (word === '-H') headers.push(words[++at].split(': ', 2));
    else if (word === '-d' || word === '--data-urlencode') data.push(words[++at]);
    else if (word === '--get' || word === '-G') isGet = true;
    else if (word.startsWith('$BASE_URL/api/v1/')) address = word.slice('$BASE_URL/api/v1'.length);
    else if (!/^-s?$/.test(word)) return null;
  }
  if (address === null) return null;
  const [path, search = ''] = address.split('?');
  const query = Object.fromEntries([
    ...new URLSearchParams(search),
    ...(isGet ? data.map((one) => one.split(/=(.*)/s, 2)) : []),
  ]);
  const body = isGet || data.length === 0 ? undefined : JSON.parse(data[0]);
  const [, idempotencyKey] = headers.find(([name]) => name === 'Idempotency-Key') ?? [];
  return { method: method ?? (body === undefined ? 'GET' : 'POST'), path, query, body, idempotencyKey };
}
