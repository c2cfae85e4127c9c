/** The most connections of a balancer on one machine: more would need a higher limit of open files than a user has. */
const CONNECTIONS_MAX = 4_000;

/**
 * Returns the configuration of the balancer for servers on this machine, made from the one for containers
 * (deploy/haproxy.cfg), so that both have the same checks, time limits and retries.
 * @throws when that file does not have the lines that are replaced.
 */
export function balancerConfig(
  forContainers: string,
  { bind, ports }: { bind: string; ports: readonly number[] },
): string {
  const servers = ports.map((port, index) => {
    const name = `api-${index + 1}`;
    return `    server ${name} 127.0.0.1:${port} cookie ${name}`;
  });
  return [
    [/^resolvers \w+\n(?: .*\n)+\n?/m, ''],
    [/^ +maxconn \d+$/m, `    maxconn ${CONNECTIONS_MAX}`],
    [/^ +bind \S+$/m, `    bind ${bind}`],
    [/^ +server-template .*$/m, servers.join('\n')],
  ].reduce((config, [line, instead]) => {
    const changed = config.replace(line as RegExp, instead as string);
    if (changed === config) throw new Error(`The balancer's configuration has no line like ${line}.`);
    return changed;
  }, forContainers);
}
