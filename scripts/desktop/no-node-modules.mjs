/**
 * Makes electron-builder leave node_modules out of the package. Otherwise it would include the server's
 * dependencies.
 */
export function beforeBuild() {
  return false;
}
