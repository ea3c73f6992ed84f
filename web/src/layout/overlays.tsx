import { ToastRegion } from '../ui/toasts/toast-region.tsx';
import { Keys, type KeysProps } from './keys/keys.tsx';

/** The parts over the page. They load after it, because nothing of them shows at first. */
export default function Overlays(props: KeysProps) {
  return (
    <>
      <ToastRegion />
      <Keys {...props} />
    </>
  );
}
