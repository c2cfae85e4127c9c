import type { CloudApi } from '../../../../shared/contract/cloud-api.contract.ts';
import type { StepMoves } from '../step-frame.tsx';

/** What each step is given. */
export interface StepProps extends StepMoves {
  cloudApi: CloudApi;
  /** The step is done: the server's answer says which comes next. */
  onDone: (cloudApi: CloudApi) => void;
  /** Goes on to the next step, whatever the server thinks of this one. */
  onNext: () => Promise<void>;
}
