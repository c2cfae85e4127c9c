/** Makes electron-builder leave out node_modules, which otherwise includes the server's packages. */
export function beforeBuild() {
  return false;
}
