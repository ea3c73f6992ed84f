import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import { useSignInGuard } from '../api/session.ts';
import { LinkButton } from '../ui/buttons/button.tsx';
import { LazyPart } from '../ui/feedback/lazy-part.tsx';
import { Skeleton } from '../ui/feedback/skeleton.tsx';
import { Waiting } from '../ui/feedback/waiting.tsx';
import { Page, MessagePage } from './page.tsx';
import styles from './screen.module.css';

/** The part between top bar and footer. It shows one screen at a time and loads its code on the first visit. */
export function Screen({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  useStartAtTop(main, pathname);
  useSignInGuard(pathname);
  return (
    <main id="content" ref={main} tabIndex={-1}>
      <LazyPart
        key={pathname.split('/')[1]}
        loading={
          <Page>
            <Waiting>
              <div className={styles.loading}>
                <Skeleton rows={4} />
              </div>
            </Waiting>
          </Page>
        }
        failure={<ScreenFailure />}
      >
        {children}
      </LazyPart>
    </main>
  );
}

/** A link leads to the top of the next screen and moves the focus there; the browser restores the position on 'back'. */
function useStartAtTop(main: RefObject<HTMLElement | null>, pathname: string) {
  const how = useNavigationType();
  const last = useRef(pathname);
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    if (how === NavigationType.Pop) return;
    window.scrollTo(0, 0);
    // A pressed tab and an autofocused field keep the focus.
    if (!main.current?.contains(document.activeElement)) main.current?.focus({ preventScroll: true });
  }, [main, pathname, how]);
}

/** Browsers keep a failed import, so only a reload loads the page: at the next link, and as soon as there is a connection. */
function ScreenFailure() {
  const { key } = useLocation();
  const firstKey = useRef(key);
  useEffect(() => {
    if (key !== firstKey.current) location.reload();
  }, [key]);
  useEffect(() => {
    const reload = () => location.reload();
    window.addEventListener('online', reload);
    return () => window.removeEventListener('online', reload);
  }, []);
  return (
    <MessagePage title="This page could not load">
      <p>
        You may be offline, or the site was updated. <LinkButton onClick={() => location.reload()}>Reload</LinkButton>
      </p>
    </MessagePage>
  );
}
