/**
 * Tells electron-builder that nothing of node_modules belongs into the package. Without it, it would find the
 * server's packages in this project and add them.
 */
export function beforeBuild() {
  return false;
}
