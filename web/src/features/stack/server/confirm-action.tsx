import { LazyPart } from '../../../ui/feedback/lazy-part.tsx';
import { onDemand } from '../../../ui/feedback/on-demand.tsx';
import type { ConfirmActionProps } from './confirm-action-dialog.tsx';

const ConfirmActionDialog = onDemand(() => import('./confirm-action-dialog.tsx'));

/** Asks before an action, in a dialog whose code loads when it is first opened. */
export const ConfirmAction = (props: ConfirmActionProps) => (
  <LazyPart>
    <ConfirmActionDialog {...props} />
  </LazyPart>
);
