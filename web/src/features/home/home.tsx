import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Page } from '../../layout/page.tsx';
import { site } from '../../site.ts';
import { ChatLine } from './chat-line.tsx';
import styles from './home.module.css';
import { MonitorLine } from './monitor-line.tsx';
import { StackLine } from './stack-line.tsx';

export default function Home() {
  return (
    <Page>
      <h1 className="unseen">{site.name}</h1>
      <nav className={styles.menu} aria-label="Home">
        <Tool to="/ljmonitor" name="LJMonitor">
          <MonitorLine />
        </Tool>
        <Tool to="/stack" name="Stack Manager">
          <StackLine />
        </Tool>
        <Tool to="/chat" name="Chat">
          <ChatLine />
        </Tool>
      </nav>
    </Page>
  );
}

interface ToolProps {
  to: string;
  name: string;
  /** One line about the state of the tool. */
  children: ReactNode;
}

function Tool({ to, name, children }: ToolProps) {
  return (
    <Link className={styles.tool} to={to}>
      <span>
        <span className={styles.name}>{name}</span>
        <span className={styles.line}>{children}</span>
      </span>
      <svg className={styles.arrow} width="20" height="12" viewBox="0 0 20 12" aria-hidden="true">
        <path d="M0 6h17M12.5 1.5 17 6l-4.5 4.5" fill="none" stroke="currentColor" strokeWidth="1.5" />
      </svg>
    </Link>
  );
}
