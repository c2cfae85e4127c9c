// Checks the types of one or several projects: `node scripts/check/types.mjs shared electron`.
//
// Each file is checked once, by the project that lists it; what it imports from another project is that one's to
// check. `tsc -b` would do the same with composite projects, by their declarations: but those of the server take
// longer to write than its sources to check, and the container's type is too long to be written (TS7056).
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = fileURLToPath(new URL('../..', import.meta.url));
// Beside the packages that the results depend on.
const cache = join(root, 'node_modules/.cache/types');
mkdirSync(cache, { recursive: true });
for (const project of process.argv.slice(2)) {
  const found = check(project);
  report(found);
  if (found.some(({ category }) => category === ts.DiagnosticCategory.Error)) process.exitCode = 1;
}

function check(project) {
  const parsed = ts.getParsedCommandLineOfConfigFile(
    join(root, project, 'tsconfig.json'),
    { incremental: true, tsBuildInfoFile: join(cache, `${project}.tsbuildinfo`) },
    { ...ts.sys, onUnRecoverableConfigFileDiagnostic: (diagnostic) => report([diagnostic]) },
  );
  if (!parsed) throw new Error(`${project}/tsconfig.json cannot be read`);
  const { options, fileNames, errors, projectReferences } = parsed;
  const program = ts.createIncrementalProgram({
    rootNames: fileNames,
    options,
    projectReferences,
    configFileParsingDiagnostics: errors,
    createProgram: ts.createSemanticDiagnosticsBuilderProgram,
  });
  const own = new Set(fileNames);
  const isForeign = (file) => !own.has(file.fileName);

  // What has changed since the last time, or depends on it.
  while (program.getSemanticDiagnosticsOfNextAffectedFile(undefined, isForeign));
  const files = program.getSourceFiles().filter((file) => !isForeign(file));
  const found = [
    ...program.getConfigFileParsingDiagnostics(),
    ...program.getOptionsDiagnostics(),
    ...program.getGlobalDiagnostics(),
    ...files.flatMap((file) => [
      ...program.getSyntacticDiagnostics(file),
      ...program.getSemanticDiagnostics(file),
    ]),
  ];
  // Nothing but what it remembers for the next time.
  program.emit();
  return found;
}

function report(diagnostics) {
  const host = {
    getCurrentDirectory: () => root,
    getCanonicalFileName: (name) => name,
    getNewLine: () => '\n',
  };
  process.stderr.write(ts.formatDiagnostics(ts.sortAndDeduplicateDiagnostics(diagnostics), host));
}
