/** The error in a code that scripts can match. */
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
 * An error that the operator can fix. `message` says how in full sentences,
 * so the handler prints it without a stack.
 */
export class OperatorError extends Error {
  override readonly name = 'OperatorError';
  readonly code: OperatorErrorCode;

  constructor(code: OperatorErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
