import { useQuery } from '@tanstack/react-query';
import { Link, NavLink } from 'react-router-dom';
import { isTransient } from '../../api/api-error.ts';
import { sessionQuery } from '../../api/session.ts';
import { site } from '../../site.ts';
import { buttonClass, LinkButton } from '../../ui/buttons/button.tsx';
import { ThemeSwitch } from './theme-switch.tsx';
import styles from './top-bar.module.css';

const tools = [
  { path: '/', name: 'Home', icon: 'M3 9l7-6 7 6v8h-5v-5H8v5H3z' },
  { path: '/ljmonitor', name: 'LJMonitor', icon: 'M4 17V6h7v11M11 17V3h5v14M2 17h16' },
  { path: '/stack', name: 'Stacks', icon: 'M3 4h14v5H3zM3 11h14v5H3zM6 6.5h.1M6 13.5h.1' },
  { path: '/chat', name: 'Chat', icon: 'M3 4h14v10H9l-4 3v-3H3z' },
];

/** The title, the tools and the account. A phone shows the tools at the bottom of the window. */
export function TopBar({ onGoTo }: { onGoTo: () => void }) {
  return (
    <header className="bar">
      <a className={styles.skip} href="#content">
        Skip to content
      </a>
      <Link className={`bar-title ${styles.title}`} to="/">
        {site.title}
      </Link>
      <nav className={styles.nav} aria-label="Tools">
        {tools.map(({ path, name, icon }) => (
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
          Go to… <kbd>Ctrl K</kbd>
        </button>
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
