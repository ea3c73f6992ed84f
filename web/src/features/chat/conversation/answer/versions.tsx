import type { ChatMessage } from 'shared-types/contract/chat';
import { LinkButton } from '../../../../ui/buttons/button.tsx';
import type { useShowVersion } from '../messages/mutations.ts';
import styles from '../messages/messages.module.css';
import * as texts from './messages.ts';

export interface VersionsProps {
  message: ChatMessage;
  show: ReturnType<typeof useShowVersion>;
}

/** Switches between the versions of an answer: '‹ 2/3 ›'. The model reads the version that is shown. */
export function Versions({ message: { version = 0, versions = [] }, show }: VersionsProps) {
  if (versions.length < 2) return null;
  const index = versions.indexOf(version);
  return (
    <span className={styles.versions} role="group" aria-label={texts.versionsOfThisAnswer}>
      <VersionButton to={versions[index - 1]} show={show} name={texts.previousVersion}>
        ‹
      </VersionButton>
      <span aria-hidden="true">
        {index + 1}/{versions.length}
      </span>
      <output className="unseen">{texts.versionOf(index + 1, versions.length)}</output>
      <VersionButton to={versions[index + 1]} show={show} name={texts.nextVersion}>
        ›
      </VersionButton>
    </span>
  );
}

interface VersionButtonProps extends Pick<VersionsProps, 'show'> {
  /** Undefined at either end. The button stays, so that it keeps the focus. */
  to: number | undefined;
  name: string;
  children: string;
}

function VersionButton({ to, show, name, children }: VersionButtonProps) {
  return (
    <button
      type="button"
      className={styles.step}
      aria-label={name}
      title={name}
      aria-disabled={to === undefined}
      aria-busy={show.isPending}
      onClick={() => to !== undefined && !show.isPending && show.mutate(to)}
    >
      {children}
    </button>
  );
}

/** Brings back the previous answer after a regeneration that brought no text. */
export function KeepPrevious({ message: { version, isFormer }, show, onKept }: VersionsProps & { onKept: () => void }) {
  if (!isFormer || version === undefined) return null;
  return (
    <LinkButton
      aria-busy={show.isPending}
      onClick={() => show.isPending || show.mutate(version, { onSuccess: onKept })}
    >
      {texts.keepPrevious}
    </LinkButton>
  );
}
