import type { z } from 'zod';
import type { Config } from '../config.ts';
import type { Container } from '../container.ts';
import type { Runtime } from '../db/local-mariadb/index.ts';

/** The settings for a command, and access to the database that they select. */
export interface AdminEnvironment {
  config: Config;
  /** Returns the next line of standard input; null at its end. */
  readLine(): Promise<string | null>;
  /** Shows a line of progress on standard error. */
  say?(line: string): void;
  withRuntime<T>(use: (runtime: Runtime) => Promise<T>): Promise<T>;
}

/** What few commands need besides the container. */
export interface CommandExtras {
  say(line: string): void;
  /** The settings as the operator gave them, without those of the embedded database. */
  given: Config;
}

/** A command for the operator, such as `tenant create`. The object that `run` returns is printed. */
export interface Command {
  /** Null for a command of one word, such as `backup`. */
  group: string | null;
  name: string;
  summary: string;
  /** For internal use: the help does not list it. */
  isHidden?: boolean;
  /** The options in commander's form, each with its description. */
  options: readonly (readonly [flags: string, meaning: string])[];
  /** Options that hold secrets: given as `-`, each is read as a line of standard input. */
  secrets?: readonly string[];
  /** Parses the typed options into the input of `run`. */
  input: z.ZodType;
  /** Runs without migrating the schema first. */
  leavesSchema?: boolean;
  /** Runs although SECRET_KEY is not the key of the database. */
  worksWithAnyKey?: boolean;
  run(input: never, container: Container, extras: CommandExtras): Promise<object>;
  /** Returns warnings to print next to the result. */
  warnings?(container: Container): string[];
}

/** Declares a command; the type of `run` follows from its input schema. */
export function defineCommand<Input extends z.ZodType>(
  command: Omit<Command, 'input' | 'run'> & {
    input: Input;
    run(input: z.output<Input>, container: Container, extras: CommandExtras): Promise<object>;
  },
): Command {
  return command;
}
