import { CommanderError } from 'commander';
import { AppError, type ErrorDetail } from '../../shared/domain/errors.ts';
import { ConfigError } from '../config.ts';
import { OperatorError } from '../db/local-mariadb/index.ts';

/** The result as it is printed: one JSON object, or a line for each of its fields, or for each thing of a list. */
export function showResult(result: object, asJson: boolean): string {
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

/** A failure for a script. */
export function showFaultAsJson(error: unknown): string {
  return `${JSON.stringify({ error: faultOf(error) })}\n`;
}

/** A failure for a person: a sentence, and a line for each thing that is wrong. */
export function showFault(error: unknown): string {
  const { message, details = [] } = faultOf(error);
  const faults = details.filter((detail) => detail.message !== message);
  return `${message}\n${faults.map((fault) => `  ${fault.path}: ${fault.message}\n`).join('')}`;
}

function faultOf(error: unknown): { code: string; message: string; details?: readonly ErrorDetail[] } {
  if (error instanceof AppError) {
    const { code, message, details } = error;
    return { code, message, ...(details.length > 0 && { details }) };
  }
  if (error instanceof OperatorError) return { code: error.code, message: error.message };
  if (error instanceof ConfigError) return { code: 'validation_failed', message: error.message };
  if (error instanceof CommanderError) return { code: 'validation_failed', ...faultOfWords(error) };
  const message = error instanceof Error ? error.message : String(error);
  if (isUnreachable(error))
    return { code: 'unavailable', message: `The database cannot be used: ${message}` };
  return { code: 'internal', message };
}

/** Commander's own refusals: no such command, no command at all, an option without its value. */
function faultOfWords(error: CommanderError) {
  const isBare = error.code === 'commander.help';
  const message = isBare
    ? 'Say which command: `--help` lists them.'
    : error.message.replace(/^error: /, '').replace(/\n/g, ' ');
  const path = /'(-?[^' ]+)/.exec(message)?.[1] ?? 'command';
  return { message, details: [{ path, message }] };
}

function isUnreachable(error: unknown): boolean {
  return error instanceof Error && /^Sequelize.*(Connect|Connection|Host|Access)/.test(error.name);
}
