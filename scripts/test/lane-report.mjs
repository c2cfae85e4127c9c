// Reads the reports of the two test runners in one format: counts, and the failed tests with their files.
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';

/**
 * Reads Vitest's report.
 * @param {string} file the JSON report.
 * @param {string} root the repository; file names are relative to it.
 * @returns {{passed: number, failed: number, skipped: number, failures: {file: string, name: string}[]} | null}
 *   null when there is no report. A file that could not be loaded is a failure without a name.
 */
export function readVitestReport(file, root) {
  const report = readJson(file);
  if (!report) return null;
  const failures = [];
  for (const suite of report.testResults) {
    const failed = suite.assertionResults.filter(({ status }) => status === 'failed');
    const path = relative(root, suite.name);
    failures.push(...failed.map(({ fullName }) => ({ file: path, name: fullName })));
    if (failed.length === 0 && suite.status === 'failed') failures.push({ file: path, name: '' });
  }
  return {
    passed: report.numPassedTests,
    failed: failures.length,
    skipped: report.numPendingTests,
    failures,
  };
}

/**
 * Reads Playwright's report, in the same format.
 * @param {string} file the JSON report.
 */
export function readBrowserReport(file) {
  const report = readJson(file);
  if (!report) return null;
  const { expected, flaky, skipped, unexpected } = report.stats;
  const failures = report.suites.flatMap((suite) => failedSpecs(suite));
  // An error outside of any test, such as a file that fails to load, has no spec.
  const failed = Math.max(unexpected, report.errors.length > 0 ? 1 : 0);
  return { passed: expected + flaky, failed, skipped, failures };
}

function failedSpecs(suite) {
  const own = (suite.specs ?? [])
    .filter(({ ok }) => !ok)
    .map(({ file, title }) => ({ file: `test/${file}`, name: title }));
  return [...own, ...(suite.suites ?? []).flatMap((inner) => failedSpecs(inner))];
}

function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}
