/** An error whose message can be shown to the user. */
export class UserFacingError extends Error {
  override readonly name = 'UserFacingError';
}
