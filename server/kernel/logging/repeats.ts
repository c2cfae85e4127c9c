import type { LogSink } from './standard-output.ts';

/** The time in which a line is written once. */
const EVERY_MS = 60_000;
/** Lines that are remembered; the oldest is forgotten first. */
const REMEMBERED_MAX = 200;

/** Warnings and errors: pino writes the level first. */
const IS_PROBLEM = /^\{"level":[456]0,/;
const TIME = /"time":"[^"]*"/;

/**
 * Returns a sink that leaves out warnings and errors that say the same, word for word, as one of the last minute. During an outage
 * every worker finds it again each second: the log is limited, and its beginning would be lost when a person looks. Lines about
 * different messages, requests or workspaces differ in their ids.
 */
export function withoutRepeats(sink: LogSink, now: () => number = () => performance.now()): LogSink {
  const written = new Map<string, { at: number; repeated: number }>();

  return {
    write: (line) => {
      if (!IS_PROBLEM.test(line)) return sink.write(line);
      const said = line.replace(TIME, '');
      const known = written.get(said);
      if (known && now() - known.at < EVERY_MS) {
        known.repeated += 1;
        return;
      }
      written.delete(said);
      written.set(said, { at: now(), repeated: 0 });
      const [oldest] = written.keys();
      if (written.size > REMEMBERED_MAX && oldest !== undefined) written.delete(oldest);
      const repeated = known?.repeated ?? 0;
      sink.write(repeated === 0 ? line : line.replace(/\}\n$/, `,"repeated":${repeated}}\n`));
    },
  };
}
