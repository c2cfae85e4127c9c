/** Text in which `backticks` mark code, as sentences of the server have them. */
export function TextWithCode({ text }: { text: string }) {
  return text
    .split('`')
    .map((part, index) => (index % 2 === 0 ? part : <code key={`${index}-${part}`}>{part}</code>));
}
