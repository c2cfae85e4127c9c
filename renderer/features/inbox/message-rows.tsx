import type { ListProps } from 'react-virtuoso';

/** What holds the rows. The list's own hiding lasts 150 ms longer than it takes to place them: it is left out. */
export function MessageRows({ style, ...rest }: ListProps) {
  return <div {...rest} style={{ ...style, visibility: undefined }} data-rows />;
}
