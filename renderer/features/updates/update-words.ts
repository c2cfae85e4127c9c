import type { UpdateState } from '../../../shared/ipc/shapes.ts';
import { formatAgoInWords } from '../../lib/format.ts';

/** Where the update stands, in a sentence. What failed or is switched off says so itself. */
export function updateWords({ running, phase }: UpdateState, now: number): string {
  switch (phase.kind) {
    case 'off':
      return `This copy does not update itself. ${phase.reason}`;
    case 'idle':
      return phase.checkedAt === null
        ? 'Not checked yet.'
        : `You have the newest version. Checked ${formatAgoInWords(phase.checkedAt, now)}.`;
    case 'checking':
      return 'Checking for a newer version…';
    case 'downloading':
      return `Downloading version ${phase.version}: ${Math.floor(phase.percent)} %`;
    case 'ready':
      return `Version ${phase.version} is ready. Until the next restart you use ${running}.`;
    case 'failed':
      return phase.message;
  }
}
