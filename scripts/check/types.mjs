// Checks the types of one or more projects: `node scripts/check/types.mjs shared electron`.
//
// Each file is checked once, in the project that lists it, and not in projects that import it. `tsc -b` does
// the same with composite projects and their declarations, but writing the server's declarations takes longer
// than checking its sources, and the container's type is too long to be written (TS7056).
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = fileURLToPath(new URL('../..', import.meta.url));
// Next to the packages that the results depend on.
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

  // Checks files that changed since the last run, and files that depend on them.
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
  // Writes only the build info for the next run.
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
