import { transform } from 'lightningcss';

/** Mantine's classes: `m_` and a digest. */
const CLASS = /\bm_[0-9a-f]{6,}\b/g;

/**
 * Removes the styles of Mantine's components that no script of the build uses. Its stylesheet has all of them,
 * and would be a tenth of what a browser loads (decision 0262).
 */
export function usedStyles() {
  return {
    name: 'used-styles',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const files = Object.values(bundle);
      const used = new Set(
        files.flatMap((file) => (file.type === 'chunk' ? (file.code.match(CLASS) ?? []) : [])),
      );
      for (const file of files) {
        if (file.type !== 'asset' || !file.fileName.endsWith('.css')) continue;
        file.source = withoutUnused(file.fileName, Buffer.from(file.source), used);
      }
    },
  };
}

function withoutUnused(filename, code, used) {
  return transform({
    filename,
    code,
    minify: true,
    visitor: {
      Rule: {
        style(rule) {
          // A selector without such classes is ours, or styles elements.
          const isUsed = rule.value.selectors.some((selector) =>
            (JSON.stringify(selector).match(CLASS) ?? []).every((name) => used.has(name)),
          );
          return isUsed ? undefined : [];
        },
      },
    },
  }).code;
}
