/** One thing that a person can do on the phone besides writing text. */
export interface Sample {
  readonly name: string;
  readonly label: string;
  readonly group: 'Content' | 'Answers' | 'Circumstances' | 'Changes' | 'Notices' | 'Not understood';
  readonly type: string;
  /** The object under the type's name. `$mine`, `$theirs`, `$me` and `$new` stand for ids of the chat; see `fillIn`. */
  readonly payload?: unknown;
  /** Further fields beside it. */
  readonly extra?: Readonly<Record<string, unknown>>;
  /** `value.errors` beside the message. */
  readonly valueErrors?: readonly unknown[];
}
