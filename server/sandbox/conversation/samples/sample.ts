/** A ready-made message other than text that a person can send on the phone. */
export interface Sample {
  readonly name: string;
  readonly label: string;
  readonly group: 'Content' | 'Answers' | 'Circumstances' | 'Changes' | 'Notices' | 'Not understood';
  readonly type: string;
  /** The object under the type's name. `$mine`, `$theirs`, `$me` and `$new` are replaced by `fillIn`. */
  readonly payload?: unknown;
  /** Additional fields of the message. */
  readonly extra?: Readonly<Record<string, unknown>>;
  /** Sent as `value.errors` next to the message. */
  readonly valueErrors?: readonly unknown[];
}
