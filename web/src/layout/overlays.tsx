import { ToastRegion } from '../ui/toasts/toast-region.tsx';
import { Keys, type KeysProps } from './keys/keys.tsx';

/** The parts over the page. They load when the page is first used, because nothing of them shows before. */
export default function Overlays(props: KeysProps) {
  return (
    <>
      <ToastRegion />
      <Keys {...props} />
    </>
  );
}
