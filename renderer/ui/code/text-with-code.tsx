/** Text in which `backticks` mark code, as sentences of the server have them. */
export function TextWithCode({ text }: { text: string }) {
  return text.split('`').map((part, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of one sentence keep their order.
    index % 2 === 0 ? part : <code key={index}>{part}</code>,
  );
}
