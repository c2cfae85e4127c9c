import { Command as Commander, CommanderError } from 'commander';
import { AppError } from '../../shared/domain/errors.ts';
import { createContainer } from '../container.ts';
import { migrate } from '../db/migrate.ts';
import { requireDatabase } from '../db/require-database.ts';
import { createLogger } from '../kernel/logging/logger.ts';
import type { AdminEnvironment, Command } from './command.ts';
import { COMMANDS } from './commands.ts';
import { readInput } from './read-input.ts';
import { showFault, showFaultAsJson, showResult } from './show.ts';

/** What a run of the command line comes to: what is printed on which stream, and how it ends. */
export interface AdminOutcome {
  exitCode: number;
  output: string;
  /** For standard error. */
  notes: string;
}

/**
 * Runs one command of the operator. What was typed is checked before the database is touched, which
 * may have to be started for it.
 */
export async function runAdmin(
  argv: readonly string[],
  environment: AdminEnvironment,
): Promise<AdminOutcome> {
  let output = '';
  let notes = '';
  const program = new Commander('admin')
    .description('The command line of whoever runs this Switchboard.')
    .helpOption('-h, --help', 'show this')
    .helpCommand(false);
  const groups = new Map<string, Commander>();
  for (const command of COMMANDS) {
    const hidden = namesIn(command.group) === '';
    const group = groups.get(command.group) ?? program.command(command.group, { hidden });
    groups.set(command.group, group.helpCommand(false).description(namesIn(command.group)));
    const leaf = group
      .command(command.name, { hidden: command.isHidden ?? false })
      .description(command.summary);
    for (const [flags, meaning] of command.options) leaf.option(flags, meaning);
    leaf
      .option('--json', 'print one JSON object')
      // Unknown options are collected, so that they are told together with every other fault.
      .allowUnknownOption()
      .allowExcessArguments()
      .action(async (_options, { args }: Commander) => {
        const typed = leaf.opts();
        try {
          const input = readInput(command, await withSecrets(command, typed, environment), args);
          const { result, warnings } = await execute(command, input, environment);
          output += showResult(result, typed.json === true);
          notes += warnings.map((warning) => `Warning: ${warning}\n`).join('');
        } catch (error) {
          throw error instanceof AppError ? inOptions(command, error) : error;
        }
      });
  }
  for (const one of [
    program,
    ...groups.values(),
    ...[...groups.values()].flatMap((group) => group.commands),
  ]) {
    one.exitOverride().configureOutput({ writeOut: (text) => (output += text), writeErr: () => undefined });
  }
  try {
    await program.parseAsync(argv, { from: 'user' });
    return { exitCode: 0, output, notes };
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return { exitCode: 0, output, notes };
    return faultOutcome(error, argv);
  }
}

/** A failure: with --json an object for whoever called this from a script, else words for a person. */
export function faultOutcome(error: unknown, argv: readonly string[]): AdminOutcome {
  if (argv.includes('--json')) return { exitCode: 1, output: showFaultAsJson(error), notes: '' };
  return { exitCode: 1, output: '', notes: showFault(error) };
}

function namesIn(group: string): string {
  const names = COMMANDS.filter((command) => command.group === group && !command.isHidden).map(
    (command) => command.name,
  );
  return names.join(', ');
}

/** The same options, with those secrets read in that were given as `-`: they then stand in no list of processes. */
async function withSecrets(
  command: Command,
  typed: Record<string, unknown>,
  { readLine }: AdminEnvironment,
): Promise<Record<string, unknown>> {
  const values = { ...typed };
  for (const name of command.secrets ?? []) {
    if (values[name] === '-') values[name] = (await readLine()) ?? '';
  }
  return values;
}

async function execute(command: Command, input: never, environment: AdminEnvironment) {
  return environment.withRuntime(async (runtime) => {
    const config = { ...environment.config, ...runtime };
    await requireDatabase(config.databaseUrl);
    const container = createContainer({ config, logger: createLogger('silent') });
    try {
      if (!command.leavesSchema) await migrate(container.database);
      const result = await command.run(input, container);
      return { result, warnings: command.warnings?.(container) ?? [] };
    } finally {
      await container.usage.stop();
      await container.graphHttp.close();
      await container.database.close();
    }
  });
}

/** The same error with the places of its faults named as options: `ownerEmail` was typed as `--owner-email`. */
function inOptions(command: Command, error: AppError): AppError {
  const details = error.details.map(({ path, message }) => {
    const flag = `--${path.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    const isOption = command.options.some(([flags]) => flags.split(' ')[0] === flag);
    return { path: isOption ? flag : path, message };
  });
  return new AppError(error.code, { message: error.message, details, cause: error });
}
