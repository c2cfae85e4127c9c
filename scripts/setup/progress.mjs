// Reports the progress of the setup: on a terminal with a line that is updated, elsewhere with plain lines.
import { spawn } from 'node:child_process';

/** An error with a message for the user, to be shown without a stack trace. */
export class SetupError extends Error {
  name = 'SetupError';
}

/** Writes progress to `output`. `step` shows the elapsed time of its work. */
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

/** Runs a command and returns its output. If it fails, the error contains the end of the output. */
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
