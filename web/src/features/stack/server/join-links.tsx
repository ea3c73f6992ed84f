import { type ComponentType, useId } from 'react';
import type { GameId } from 'shared-types/rules/stack/game';
import { buttonClass } from '../../../ui/buttons/button.tsx';
import { CopyButton } from '../../../ui/buttons/copy-button.tsx';
import { minecraftLink, type ServerAddress } from '../address.ts';
import { aboutBedrock, aboutJava, addToMinecraft } from '../texts.ts';
import styles from './server.module.css';

interface JoinLinksProps {
  game: GameId;
  stackName: string;
  address: ServerAddress;
}

/** Says who can join a server, and how. */
export function JoinLinks({ game, stackName, address }: JoinLinksProps) {
  if (address.port === undefined) return null;
  const Ways = waysIn[game];
  const moves = isNumeric(address.host) && 'The address changes with each start. This page shows the current one.';
  return <Ways stackName={stackName} address={address} moves={moves} />;
}

type WaysProps = Omit<JoinLinksProps, 'game'> & { moves: string | false };

/** It asks for the address and the port in two fields, unless a link adds the server. */
function WaysIntoBedrock({ stackName, address, moves }: WaysProps) {
  const id = useId();
  return (
    <div className={styles.join}>
      <a className={`${buttonClass} ${styles.add}`} href={minecraftLink(stackName, address)}>
        {addToMinecraft}
      </a>
      <p>
        Or add it in Minecraft yourself: address <code id={`${id}host`}>{address.host}</code>{' '}
        <CopyButton of={`${id}host`} what="address" />, port <code id={`${id}port`}>{address.port}</code>{' '}
        <CopyButton of={`${id}port`} what="port" />. {aboutBedrock} {moves}
      </p>
    </div>
  );
}

/** It has one field for the address and the port. */
const WaysIntoJava = ({ moves }: WaysProps) => (
  <p className={styles.join}>
    {aboutJava} {moves}
  </p>
);

const waysIn: Record<GameId, ComponentType<WaysProps>> = { bedrock: WaysIntoBedrock, java: WaysIntoJava };

/** A server with a name of its own keeps that. */
const isNumeric = (host: string) => /^[\d.]+$/.test(host);
