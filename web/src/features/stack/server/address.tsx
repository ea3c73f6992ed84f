import { useId } from 'react';
import type { ActionLog, StackInfo } from 'shared-types/contract/stack';
import { CopyButton } from '../../../ui/buttons/copy-button.tsx';
import styles from './server.module.css';
import { addressText, reachableAddress } from '../address.ts';

interface AddressProps {
  info: StackInfo;
  running: ActionLog | undefined;
  /** To copy the address is what most people come to the page for. */
  isPrimary?: boolean;
}

/** The address at which the server can be reached now, with a button that copies it. */
export function Address({ info, running, isPrimary = false }: AddressProps) {
  const id = useId();
  const address = reachableAddress({ info, running });
  if (address === undefined) return null;
  return (
    <div className={styles.address}>
      <code id={id}>{addressText(address)}</code>
      <CopyButton of={id} isPrimary={isPrimary} />
    </div>
  );
}
