import type { ChatMessage } from 'shared-types/contract/chat';
import type { useShowVersion } from '../mutations.ts';
import styles from './versions.module.css';

interface VersionsProps {
  message: ChatMessage;
  show: ReturnType<typeof useShowVersion>;
}

/** Switches between the versions of an answer: '‹ 2/3 ›'. The model reads the version that is shown. */
export default function Versions({ message: { version = 0, versions = [] }, show }: VersionsProps) {
  const index = versions.indexOf(version);
  return (
    <span className={styles.versions} data-uncopied role="group" aria-label="Versions of this answer">
      <VersionButton to={versions[index - 1]} show={show} name="Previous version">
        ‹
      </VersionButton>
      <span aria-hidden="true">
        {index + 1}/{versions.length}
      </span>
      <output className="unseen">{`Version ${index + 1} of ${versions.length}`}</output>
      <VersionButton to={versions[index + 1]} show={show} name="Next version">
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
