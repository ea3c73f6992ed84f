import { useEffect, useState } from 'react';
import { LinkButton } from '../../../ui/buttons/button.tsx';
import styles from '../flow/flow-form.module.css';
import type { FlowPageProps } from '../flow/use-flow.ts';

const countdownSeconds = 5;

export function DonePage({ flow }: FlowPageProps) {
  const { username } = flow.entry;
  const [left, setLeft] = useState(countdownSeconds);
  // Replaces the history entry, so that 'back' does not restart the countdown.
  const signIn = () => flow.go('sign_in', { replace: true });
  useEffect(() => {
    const timer = setTimeout(() => (left > 1 ? setLeft(left - 1) : signIn()), 1000);
    return () => clearTimeout(timer);
  });
  return (
    <div className={styles.done}>
      <ThumbsUp />
      <h1 tabIndex={-1}>{`Thank you for registration ${username}!`}</h1>
      <p role="timer">{`Taking you to the sign-in page in ${left} s.`}</p>
      <p>
        <LinkButton onClick={signIn}>Sign In Page</LinkButton>
      </p>
    </div>
  );
}

const ThumbsUp = () => (
  <svg width="40" height="40" viewBox="0 0 24 24" role="img" aria-label="Thumbs up">
    <path
      d="M7 10.5v9M3.5 10.5H7v9H3.5zM7 10.5l4-7.5c1.4 0 2.4 1 2.4 2.4v3.6h4.7a2 2 0 0 1 2 2.3l-1 6.5a2 2 0 0 1-2 1.7H7"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinejoin="round"
    />
  </svg>
);
