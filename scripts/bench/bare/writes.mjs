export function writes() {
  return {};
}
