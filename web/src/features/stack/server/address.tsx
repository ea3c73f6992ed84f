import { useId } from 'react';
import type { ActionLog, StackInfo } from 'shared-types/contract/stack';
import { CopyButton } from '../../../ui/buttons/copy-button.tsx';
import styles from './server.module.css';
import { addressText, reachableAddress } from '../address.ts';

/** The address at which the server can be reached now, with a button that copies it. */
export function Address({ info, running }: { info: StackInfo; running: ActionLog | undefined }) {
  const id = useId();
  const address = reachableAddress({ info, running });
  if (address === undefined) return null;
  return (
    <div className={styles.address}>
      <code id={id}>{addressText(address)}</code>
      <CopyButton of={id} isPrimary />
    </div>
  );
}
