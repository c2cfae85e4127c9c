import type { CloudApi } from '../../../../shared/contract/channel/cloud-api.contract.ts';
import type { StepMoves } from '../step-frame.tsx';

/** The props of every step. */
export interface StepProps extends StepMoves {
  cloudApi: CloudApi;
  /** Called with the server's response, which names the next step. */
  onDone: (cloudApi: CloudApi) => void;
  /** Opens the next step without checking this one. */
  onNext: () => Promise<void>;
}
