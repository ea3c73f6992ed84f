import { type ReactNode, Suspense } from 'react';
import { LinkButton } from '../buttons/button.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import styles from './failure.module.css';

interface LazyPartProps {
  /** Shown while the code is being loaded. */
  loading?: ReactNode;
  /** Shown when the code could not be loaded; by default a sentence with a Reload button. */
  failure?: ReactNode;
  /** Components that come from `React.lazy`. */
  children: ReactNode;
}

/** A part of the page whose code is loaded when it is first shown. A failure leaves the rest of the page intact. */
export const LazyPart = ({ loading, failure = <LoadFailure />, children }: LazyPartProps) => (
  <ErrorBoundary fallback={failure}>
    <Suspense fallback={loading}>{children}</Suspense>
  </ErrorBoundary>
);

/** Browsers cache a failed dynamic import, so only a reload retries it. */
const LoadFailure = () => (
  <p className={styles.failure} role="alert">
    Could not load this part. Check your connection and reload.{' '}
    <LinkButton onClick={() => location.reload()}>Reload</LinkButton>
  </p>
);
