import { useQuery } from '@tanstack/react-query';
import { Link, NavLink } from 'react-router-dom';
import { isTransient } from '../api/api-error.ts';
import { sessionQuery } from '../api/session.ts';
import { site } from '../site.ts';
import { buttonClass, LinkButton } from '../ui/buttons/button.tsx';
import { ThemeSwitch } from './theme-switch.tsx';
import styles from './top-bar.module.css';

export function TopBar() {
  return (
    <header className="bar">
      <a className={styles.skip} href="#content">
        Skip to content
      </a>
      <Link className={`bar-title ${styles.title}`} to="/">
        {site.title}
      </Link>
      <nav className={styles.nav} aria-label="Tools">
        <NavLink to="/ljmonitor">LJMonitor</NavLink>
        <NavLink to="/stack">Stacks</NavLink>
        <NavLink to="/chat">Chat</NavLink>
      </nav>
      <div className={styles.user}>
        <ThemeSwitch />
        <UserButton />
      </div>
    </header>
  );
}

/** Links to the account. If the session could not be loaded, a button retries that. */
function UserButton() {
  const { data: user, error, isPending, refetch } = useQuery(sessionQuery);
  if (isPending) return null;
  return (
    <>
      {isTransient(error) && <LinkButton onClick={() => void refetch()}>Retry</LinkButton>}
      <Link className={buttonClass} to="/auth">
        <span className={styles.name}>{user ? user.name : 'Login'}</span>
      </Link>
    </>
  );
}
