import { Component, type ReactNode, type RefObject, Suspense, useEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import { useSignInGuard } from '../api/session.ts';
import { LinkButton } from '../ui/buttons/button.tsx';
import { Skeleton } from '../ui/feedback/skeleton.tsx';
import { Page, MessagePage } from './page.tsx';
import styles from './screen.module.css';

/** The part between top bar and footer: one screen at a time, loaded when it is first wanted. */
export function Screen({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  useStartAtTop(main, pathname);
  useSignInGuard(pathname);
  return (
    <main id="content" ref={main} tabIndex={-1}>
      <ErrorBoundary key={pathname.split('/')[1]}>
        <Suspense
          fallback={
            <Page>
              <div className={styles.coming}>
                <Skeleton rows={4} />
              </div>
            </Page>
          }
        >
          {children}
        </Suspense>
      </ErrorBoundary>
    </main>
  );
}

/** A link leads to the top of the next screen, for eyes and for screen readers; 'back' to where one was. */
function useStartAtTop(main: RefObject<HTMLElement | null>, pathname: string) {
  const how = useNavigationType();
  const last = useRef(pathname);
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    if (how === NavigationType.Pop) return;
    window.scrollTo(0, 0);
    // A tab that was pressed keeps the focus, and so does a field that is there to be written in.
    if (!main.current?.contains(document.activeElement)) main.current?.focus({ preventScroll: true });
  }, [main, pathname, how]);
}

/** A screen that could not be loaded, or broke: said instead of an empty page. */
class ErrorBoundary extends Component<{ children: ReactNode }, { broke: boolean }> {
  override state = { broke: false };

  static getDerivedStateFromError() {
    return { broke: true };
  }

  override render() {
    if (!this.state.broke) return this.props.children;
    return (
      <MessagePage title="This page could not be shown">
        <p>
          The site may have changed since you opened it, or the connection broke.{' '}
          <LinkButton onClick={() => location.reload()}>retry</LinkButton>
        </p>
      </MessagePage>
    );
  }
}
