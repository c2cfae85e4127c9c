import { Command as Commander, CommanderError } from 'commander';
import { AppError, type ErrorDetail } from '../../shared/domain/errors.ts';
import { ConfigError } from '../config.ts';
import { createContainer } from '../container.ts';
import { OperatorError } from '../db/local-mariadb/index.ts';
import { migrate } from '../db/migrate.ts';
import { requireDatabase } from '../db/require-database.ts';
import { requireDatabaseKey } from '../kernel/crypto/secret-key-check.sql.ts';
import { inPlainWords } from '../kernel/http/describe-error.ts';
import { createLogger } from '../kernel/logging/logger.ts';
import type { AdminEnvironment, Command } from './command.ts';
import { COMMANDS } from './commands.ts';

/** The outcome of a command: its exit code and its output. */
export interface AdminOutcome {
  exitCode: number;
  output: string;
  /** For standard error. */
  notes: string;
}

/**
 * Runs one command. Validates the options before it uses the database, which it may have to start.
 */
export async function runAdmin(
  argv: readonly string[],
  environment: AdminEnvironment,
): Promise<AdminOutcome> {
  let output = '';
  let notes = '';
  const program = new Commander('admin')
    .description('The command line for the operator of this Switchboard.')
    .helpOption('-h, --help', 'show this')
    .helpCommand(false);
  const groups = new Map<string, Commander>();
  for (const command of COMMANDS) {
    const leaf = parentOf(program, groups, command.group)
      .command(command.name, { hidden: command.isHidden ?? false })
      .description(command.summary);
    for (const [flags, meaning] of command.options) leaf.option(flags, meaning);
    leaf
      .option('--json', 'print one JSON object')
      // Unknown options are collected, so that they are reported together with every other error.
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
    ...program.commands,
    ...[...groups.values()].flatMap((group) => group.commands),
  ]) {
    one.exitOverride().configureOutput({ writeOut: (text) => (output += text), writeErr: () => undefined });
  }
  try {
    await program.parseAsync(argv, { from: 'user' });
    return { exitCode: 0, output, notes };
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return { exitCode: 0, output, notes };
    return errorOutcome(error, argv);
  }
}

/** Returns the program for a command of one word, otherwise the command's group. */
function parentOf(program: Commander, groups: Map<string, Commander>, name: string | null): Commander {
  if (name === null) return program;
  const group = groups.get(name) ?? program.command(name, { hidden: namesIn(name) === '' });
  groups.set(name, group.helpCommand(false).description(namesIn(name)));
  return group;
}

/** Returns the outcome of a failed command: with --json an object for scripts, otherwise text. */
export function errorOutcome(error: unknown, argv: readonly string[]): AdminOutcome {
  if (argv.includes('--json')) return { exitCode: 1, output: showErrorAsJson(error), notes: '' };
  return { exitCode: 1, output: '', notes: showError(error) };
}

function namesIn(group: string): string {
  const names = COMMANDS.filter((command) => command.group === group && !command.isHidden).map(
    (command) => command.name,
  );
  return names.join(', ');
}

/** Reads the secrets given as `-` from standard input: no list of processes shows them. */
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
    // A running server passes the events on: only it has the sockets of dashboards.
    await container.relay.stop();
    try {
      if (!command.leavesSchema) await migrate(container.database);
      if (!command.leavesSchema && !command.worksWithAnyKey)
        await requireDatabaseKey(container.database, container.keyring);
      const { say = () => undefined, config: given } = environment;
      const result = await command.run(input, container, { say, given });
      return { result, warnings: command.warnings?.(container) ?? [] };
    } finally {
      await container.usage.stop();
      await container.graphHttp.close();
      await container.webhooks.close();
      await container.database.close();
    }
  });
}

/** Returns the same error with its details named as options: `ownerEmail` was typed as `--owner-email`. */
function inOptions(command: Command, error: AppError): AppError {
  const details = error.details.map(({ path, message }) => {
    const flag = `--${path.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    const isOption = command.options.some(([flags]) => flags.split(' ')[0] === flag);
    return { path: isOption ? flag : path, message };
  });
  return new AppError(error.code, { message: error.message, details, cause: error });
}

/**
 * Parses the typed options into the command's input.
 * @throws {AppError} validation_failed with every error: unknown and missing options, bad values.
 */
function readInput(command: Command, typed: Record<string, unknown>, rest: readonly string[]): never {
  const { json: _json, ...values } = typed;
  const flags = new Set(['--json', ...command.options.map(([flag]) => flag.split(' ')[0] ?? '')]);
  const parsed = command.input.safeParse(values);
  const errors = [...unexpectedArguments(rest), ...swallowedOptions(values, flags)];
  const reported = new Set(errors.map((error) => error.path));
  for (const { path, message } of parsed.error?.issues ?? []) {
    const option = String(path[0] ?? '');
    const isMissing = values[option] === undefined;
    if (!reported.has(option))
      errors.push({ path: option, message: isMissing ? 'is required' : inPlainWords(message) });
  }
  if (errors.length === 0 && parsed.success) return parsed.data as never;
  throw new AppError('validation_failed', { message: 'The command is not valid.', details: errors });
}

/** Returns an error for everything that is left over after the known options. */
function unexpectedArguments(rest: readonly string[]): ErrorDetail[] {
  return rest.map((word) => ({
    path: word.split('=')[0] ?? word,
    message: word.startsWith('-') ? 'is not an option of this command' : 'is not expected here',
  }));
}

/** Finds options that took the next option as their value: `--name --json` gives the name "--json". */
function swallowedOptions(values: Record<string, unknown>, flags: ReadonlySet<string>): ErrorDetail[] {
  return Object.entries(values)
    .filter(([, value]) => typeof value === 'string' && flags.has(value))
    .map(([path]) => ({ path, message: 'has no value' }));
}

/** Formats a result as one JSON object, or as one line per field or list item. */
function showResult(result: object, asJson: boolean): string {
  if (asJson) return `${JSON.stringify(result)}\n`;
  if ('data' in result && Array.isArray(result.data)) {
    return result.data.map((one: object) => `${Object.values(one).map(inWords).join('  ')}\n`).join('');
  }
  return Object.entries(result)
    .map(([name, value]) => `${name}: ${inWords(value)}\n`)
    .join('');
}

function inWords(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Formats an error for scripts. */
function showErrorAsJson(error: unknown): string {
  return `${JSON.stringify({ error: detailsOf(error) })}\n`;
}

/** Formats an error for people: a sentence, and one line per detail. */
function showError(error: unknown): string {
  const { message, details = [] } = detailsOf(error);
  const others = details.filter((detail) => detail.message !== message);
  return `${message}\n${others.map((detail) => `  ${detail.path}: ${detail.message}\n`).join('')}`;
}

function detailsOf(error: unknown): { code: string; message: string; details?: readonly ErrorDetail[] } {
  if (error instanceof AppError) {
    const { code, message, details } = error;
    return { code, message, ...(details.length > 0 && { details }) };
  }
  if (error instanceof OperatorError) return { code: error.code, message: error.message };
  if (error instanceof ConfigError) return { code: 'validation_failed', message: error.message };
  if (error instanceof CommanderError) return { code: 'validation_failed', ...detailsOfUsage(error) };
  const message = error instanceof Error ? error.message : String(error);
  if (isUnreachable(error))
    return { code: 'unavailable', message: `The database cannot be used: ${message}` };
  return { code: 'internal', message };
}

/** Describes commander's own errors: an unknown command, no command, an option without its value. */
function detailsOfUsage(error: CommanderError) {
  const isBare = error.code === 'commander.help';
  const message = isBare
    ? 'Specify a command: `--help` lists them.'
    : error.message.replace(/^error: /, '').replace(/\n/g, ' ');
  const path = /'(-?[^' ]+)/.exec(message)?.[1] ?? 'command';
  return { message, details: [{ path, message }] };
}

function isUnreachable(error: unknown): boolean {
  return error instanceof Error && /^Sequelize.*(Connect|Connection|Host|Access)/.test(error.name);
}
