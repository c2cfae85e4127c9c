/** What went wrong, in a word that a script can match. */
export type OperatorErrorCode =
  | 'data_dir_in_use'
  | 'data_dir_unusable'
  | 'database_missing'
  | 'database_unreachable'
  | 'database_failed'
  | 'port_in_use'
  | 'schema_newer'
  | 'secret_key_missing'
  | 'server_failed';

/**
 * A fault that the person at the keyboard can mend: `message` is whole sentences that say how,
 * so whoever catches it prints the message and no stack.
 */
export class OperatorError extends Error {
  override readonly name = 'OperatorError';
  readonly code: OperatorErrorCode;

  constructor(code: OperatorErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
