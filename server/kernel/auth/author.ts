/** Who did something that is written down, and from where: kept as they were then. */
export interface Author {
  kind: 'user' | 'key' | 'operator';
  /** The id of the user or the key; the operator has none. */
  id: string | null;
  name: string;
  ip: string | null;
  requestId: string | null;
}

/** The operator: the command line, and what the server does by itself. */
export const OPERATOR: Author = {
  kind: 'operator',
  id: null,
  name: 'Operator',
  ip: null,
  requestId: null,
};
