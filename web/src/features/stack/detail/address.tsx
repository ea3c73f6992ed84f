import { useId } from 'react';
import type { ActionLog, StackInfo } from 'shared-types/contract/stack';
import type { GameId } from 'shared-types/rules/stack/game';
import { CopyButton } from '../../../ui/buttons/copy-button.tsx';
import styles from './address.module.css';
import { isGoingDown, hasServer } from '../status/stack-state.ts';
import { addressText, minecraftLink, serverAddress } from './messages.ts';
import * as texts from './messages.ts';
import * as sentences from './sentences.tsx';

interface AddressProps {
  info: StackInfo;
  running: ActionLog | undefined;
}

interface JoinLinksProps extends AddressProps {
  game: GameId;
}

/** Returns the address at which the server can be reached now. The outputs keep it even while the server shuts down. */
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

/** Bedrock Edition asks for the address and the port in two fields, unless a link adds the server. Java Edition has one field. */
export function JoinLinks({ game, ...props }: JoinLinksProps) {
  const id = useId();
  const address = reachableAddress(props);
  if (address?.port === undefined) return null;
  if (game === 'java') return <p className={styles.join}>{texts.aboutJava}</p>;
  return (
    <p className={styles.join}>
      {sentences.waysToJoin(
        <a href={minecraftLink(props.info.stackName, address)}>{texts.addToMinecraft}</a>,
        <code id={`${id}host`}>{address.host}</code>,
        <CopyButton of={`${id}host`} what={texts.address} />,
        <code id={`${id}port`}>{address.port}</code>,
        <CopyButton of={`${id}port`} what={texts.port} />,
      )}
    </p>
  );
}
