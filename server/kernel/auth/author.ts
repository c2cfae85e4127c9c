/** Who made a recorded change, and from where, as of that time. */
export interface Author {
  kind: 'user' | 'key' | 'operator';
  /** The id of the user or the key; the operator has none. */
  id: string | null;
  name: string;
  ip: string | null;
  requestId: string | null;
}

/** The author of commands, and of what the server does automatically. */
export const OPERATOR: Author = {
  kind: 'operator',
  id: null,
  name: 'Operator',
  ip: null,
  requestId: null,
};
