import { execFile, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** The package that `scripts/build/client.mjs` creates. */
export const ARCHIVE = fileURLToPath(new URL('../../dist/client/switchboard-client.tgz', import.meta.url));

const root = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);

/** An integrator's folder, with the client's package and none of our other code. */
export class Workbench {
  readonly folder = mkdtempSync(join(tmpdir(), 'switchboard-integrator-'));

  /** Writes the settings of npm and TypeScript, and builds the client. */
  async prepare(): Promise<void> {
    const built = "(await import('./scripts/build.mjs')).build(() => {}, { only: ['client', 'reference'] })";
    await run(process.execPath, ['--input-type=module', '--eval', `await ${built}`], { cwd: root });
    const options = { strict: true, module: 'NodeNext', target: 'ES2022', types: ['node'] };
    this.write('package.json', JSON.stringify({ private: true, type: 'module' }));
    this.write('tsconfig.json', JSON.stringify({ compilerOptions: options, include: ['*.ts'] }));
  }

  /** Compiles all files in strict mode. @throws with the compiler's output. */
  async compile(): Promise<void> {
    const types = join(this.folder, 'node_modules/@types');
    mkdirSync(types, { recursive: true });
    symlinkSync(join(root, 'node_modules/@types/node'), join(types, 'node'));
    symlinkSync(join(root, 'node_modules/undici-types'), join(this.folder, 'node_modules/undici-types'));
    try {
      await run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', this.folder]);
    } catch (error) {
      throw new Error(`it does not compile:\n${(error as { stdout?: string }).stdout}`);
    }
  }

  write(name: string, text: string): void {
    writeFileSync(join(this.folder, name), text);
  }

  /** Runs a command in the folder and returns its output. @throws when it fails. */
  async command(file: string, args: string[], env: Record<string, string> = {}): Promise<string> {
    const { stdout } = await run(file, args, {
      cwd: this.folder,
      env: { ...process.env, NODE_OPTIONS: '', ...env },
      timeout: 60_000,
    });
    return stdout;
  }

  /** Starts a command that runs until it is stopped. */
  start(file: string, args: string[], env: Record<string, string>) {
    const child = spawn(file, args, {
      cwd: this.folder,
      env: { ...process.env, NODE_OPTIONS: '', ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
    });
    return { output: () => output, stop: () => child.kill() };
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
