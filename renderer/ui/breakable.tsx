import { Fragment } from 'react';

/** A text without spaces, such as a path, a name or an email address. Its lines break after slashes, underscores, dots and @. */
export function Breakable({ text }: { text: string }) {
  return [...text.matchAll(/[^/_.@]+[/_.@]*|[/_.@]+/g)].map(({ 0: part, index }) => (
    <Fragment key={index}>
      {part}
      <wbr />
    </Fragment>
  ));
}
