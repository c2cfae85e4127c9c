/** The error in a code that scripts can match. */
export type OperatorErrorCode =
  | 'backup_damaged'
  | 'backup_exists'
  | 'backup_missing'
  | 'backup_newer'
  | 'data_dir_in_use'
  | 'data_dir_unusable'
  | 'database_failed'
  | 'database_in_use'
  | 'database_missing'
  | 'database_not_empty'
  | 'database_unreachable'
  | 'migration_lock_lost'
  | 'passphrase_missing'
  | 'port_in_use'
  | 'restore_incomplete'
  | 'schema_changed'
  | 'schema_newer'
  | 'secret_key_differs'
  | 'secret_key_missing'
  | 'server_cannot_start'
  | 'server_failed'
  | 'wrong_passphrase';

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
