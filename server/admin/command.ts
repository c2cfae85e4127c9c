import type { z } from 'zod';
import type { Config } from '../config.ts';
import type { Container } from '../container.ts';
import type { Runtime } from '../db/local-mariadb/index.ts';

/** What the command line works in: the settings, and a way to the database that they mean. */
export interface AdminEnvironment {
  config: Config;
  /** The next line of standard input; null at its end. */
  readLine(): Promise<string | null>;
  withRuntime<T>(use: (runtime: Runtime) => Promise<T>): Promise<T>;
}

/** A command of the operator: `tenant create`. What it gives is printed as one JSON object. */
export interface Command {
  group: string;
  name: string;
  summary: string;
  /** Works, but is for us alone: no help page names it. */
  isHidden?: boolean;
  /** The options in commander's form, each with what it means. */
  options: readonly (readonly [flags: string, meaning: string])[];
  /** Options that hold secrets: given as `-`, each is read as a line of standard input. */
  secrets?: readonly string[];
  /** Turns what was typed into what is run. */
  input: z.ZodType;
  /** Does not bring the schema up to date before it runs. */
  leavesSchema?: boolean;
  run(input: never, container: Container): Promise<object>;
  /** What the operator should know beside the result. */
  warnings?(container: Container): string[];
}

/** Declares a command; its input schema gives `run` its type. */
export function defineCommand<Input extends z.ZodType>(
  command: Omit<Command, 'input' | 'run'> & {
    input: Input;
    run(input: z.output<Input>, container: Container): Promise<object>;
  },
): Command {
  return command;
}
