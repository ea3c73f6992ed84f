import type { ChatMessage } from 'shared-types/contract/chat';
import { LinkButton } from '../../../../ui/buttons/button.tsx';
import type { useShowVersion } from '../messages/mutations.ts';
import styles from '../messages/messages.module.css';

export interface VersionsProps {
  message: ChatMessage;
  show: ReturnType<typeof useShowVersion>;
}

/** What an answer said before it was regenerated: '‹ 2/3 ›'. The one that is shown is the one that the model remembers. */
export function Versions({ message: { version = 0, versions = [] }, show }: VersionsProps) {
  if (versions.length < 2) return null;
  const place = versions.indexOf(version);
  return (
    <span className={styles.versions} role="group" aria-label="Versions of this answer">
      <Step to={versions[place - 1]} show={show} name="answer before">
        ‹
      </Step>
      <span aria-hidden="true">
        {place + 1}/{versions.length}
      </span>
      <output className="unseen">
        answer {place + 1} of {versions.length}
      </output>
      <Step to={versions[place + 1]} show={show} name="next answer">
        ›
      </Step>
    </span>
  );
}

interface StepProps extends Pick<VersionsProps, 'show'> {
  /** Nothing: there is no further one. The button stays, and the focus with it. */
  to: number | undefined;
  name: string;
  children: string;
}

function Step({ to, show, name, children }: StepProps) {
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

/** After a try that brought nothing: back to what was there before, as if nobody had asked. */
export function KeepPrevious({ message: { version, isFormer }, show, onKept }: VersionsProps & { onKept: () => void }) {
  if (!isFormer || version === undefined) return null;
  return (
    <LinkButton
      aria-busy={show.isPending}
      onClick={() => show.isPending || show.mutate(version, { onSuccess: onKept })}
    >
      keep the former answer
    </LinkButton>
  );
}
