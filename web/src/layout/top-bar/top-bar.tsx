import { useQuery } from '@tanstack/react-query';
import { Link, NavLink } from 'react-router-dom';
import { isTransient } from '../../api/api-error.ts';
import { sessionQuery } from '../../api/session.ts';
import { modifierKey } from '../../lib/modifier-key.ts';
import { usePreferences } from '../../lib/preferences/preferences.ts';
import { site } from '../../site.ts';
import { buttonClass, LinkButton } from '../../ui/buttons/button.tsx';
import { placesOf } from './places.ts';
import { ThemeSwitch } from './theme-switch.tsx';
import styles from './top-bar.module.css';

/** The title, the tools and the account. A phone shows the tools at the bottom of the window. */
export function TopBar({ onGoTo }: { onGoTo: () => void }) {
  const { tools } = usePreferences();
  return (
    <header className="bar">
      <a className={styles.skip} href="#content">
        Skip to content
      </a>
      <Link className={`bar-title ${styles.title}`} to="/">
        {site.title}
      </Link>
      <nav className={styles.nav} aria-label="Tools">
        {placesOf(tools).map(({ path, name, icon }) => (
          <NavLink key={path} to={path} end={path === '/'}>
            <svg viewBox="0 0 20 20" aria-hidden="true">
              <path d={icon} />
            </svg>
            {name}
          </NavLink>
        ))}
      </nav>
      <div className={styles.user}>
        <button type="button" className={styles.goTo} aria-keyshortcuts="Control+K Meta+K" onClick={onGoTo}>
          <svg viewBox="0 0 20 20" aria-hidden="true">
            <path d="M9 3.5a5.5 5.5 0 1 0 0 11a5.5 5.5 0 1 0 0-11zM13 13l4 4" />
          </svg>
          <span>Go to…</span> <kbd>{modifierKey()} K</kbd>
        </button>
        <ThemeSwitch />
        <UserButton />
      </div>
    </header>
  );
}

/** Links to the account. If nothing is known of the session, a button looks it up again. */
function UserButton() {
  const { data: user, error, isPending, failureCount, errorUpdateCount, refetch } = useQuery(sessionQuery);
  if (isPending && failureCount + errorUpdateCount === 0) return null;
  return (
    <>
      {isTransient(error) && !user && <LinkButton onClick={() => void refetch()}>Retry</LinkButton>}
      <Link className={buttonClass} to="/auth">
        <span className={styles.name}>{user ? user.name : 'Login'}</span>
      </Link>
    </>
  );
}
