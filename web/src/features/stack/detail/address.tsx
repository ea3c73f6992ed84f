import { useId } from 'react';
import type { ActionLog, StackInfo } from 'shared-types/contract/stack';
import { CopyButton } from '../../../ui/buttons/copy-button.tsx';
import styles from './address.module.css';
import { isGoingDown, hasServer } from '../status/stack-state.ts';
import { addressText, minecraftLink, serverAddress } from './messages.ts';

interface AddressProps {
  info: StackInfo;
  running: ActionLog | undefined;
}

/** The address at which the server can be reached now. The outputs keep it even while the server shuts down. */
export const reachableAddress = ({ info, running }: AddressProps) =>
  hasServer(info.stackStatus) && !isGoingDown(info, running) ? serverAddress(info.outputs) : undefined;

export function Address(props: AddressProps) {
  const id = useId();
  const address = reachableAddress(props);
  if (address === undefined) return null;
  return (
    <div className={styles.address}>
      <code id={id}>{addressText(address)}</code>
      <CopyButton of={id} isPrimary />
    </div>
  );
}

/** Minecraft asks for the address and the port in two fields, unless a link adds the server. */
export function JoinLinks(props: AddressProps) {
  const id = useId();
  const address = reachableAddress(props);
  if (address?.port === undefined) return null;
  return (
    <p className={styles.join}>
      <a href={minecraftLink(props.info.stackName, address)}>Add to Minecraft</a> or type it there: address{' '}
      <code id={`${id}host`}>{address.host}</code> <CopyButton of={`${id}host`} what="address" />, port{' '}
      <code id={`${id}port`}>{address.port}</code> <CopyButton of={`${id}port`} what="port" />. Consoles cannot add
      servers.
    </p>
  );
}
