/** For the test of the nodes in containers. */
export function nodeOptions(node: {
  name: string;
  folder: string;
  ports: { clients: number; group: number; increments: number; state: number };
  addresses: readonly string[];
  provider: string;
  isDurable: boolean;
}): string[];
