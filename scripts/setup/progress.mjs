// How the setup tells what it does: a line that ticks on a terminal, plain lines elsewhere.
import { spawn } from 'node:child_process';

/** A fault with a sentence for the person at the keyboard; no stack is wanted. */
export class SetupError extends Error {
  name = 'SetupError';
}

/** Writes progress to `output`. `step` shows how long its work has been going on. */
export function createProgress(output) {
  const say = (line) => output.write(`${line}\n`);
  return {
    say,
    async step(title, work) {
      const started = Date.now();
      const seconds = () => Math.round((Date.now() - started) / 1000);
      const show = () =>
        output.write(output.isTTY ? `\r\x1b[2K${title}… ${seconds()} s` : `${title}… ${seconds()} s\n`);
      if (output.isTTY) show();
      else say(`${title}…`);
      const timer = setInterval(show, output.isTTY ? 1_000 : 15_000);
      try {
        return await work();
      } finally {
        clearInterval(timer);
        output.write(`${output.isTTY ? '\r\x1b[2K' : ''}${title}: ${seconds()} s\n`);
      }
    },
  };
}

/** Runs a command and keeps its output for the case that it fails. */
export function run(command, args, { env = {}, cwd } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32' && command.endsWith('.cmd'),
    });
    let output = '';
    const keep = (chunk) => {
      output = (output + chunk).slice(-20_000);
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.once('error', (error) => reject(new SetupError(`${command} could not be run: ${error.message}`)));
    child.once('close', (code) => {
      if (code === 0) resolve(output);
      else
        reject(
          new SetupError(
            `\`${command} ${args.join(' ')}\` failed:\n${output.trim().split('\n').slice(-15).join('\n')}`,
          ),
        );
    });
  });
}
