import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Tool } from 'shared-types/rules/auth/preferences';
import { Page } from '../../layout/page.tsx';
import { usePreferences } from '../../lib/preferences/preferences.ts';
import { site } from '../../site.ts';
import { LazyPart } from '../../ui/feedback/lazy-part.tsx';
import { onDemand } from '../../ui/feedback/on-demand.tsx';
import { Waiting } from '../../ui/feedback/waiting.tsx';
import { ChatLine, ChatRows } from '../chat/home-card.tsx';
import { MonitorLine, MonitorRows } from '../ljmonitor/home-card.tsx';
import styles from './home.module.css';

/** The servers come with the code of their tool, which is too much to wait for. */
const StackLine = onDemand(async () => ({ default: (await import('../stack/home-card.tsx')).StackLine }));
const StackRows = onDemand(async () => ({ default: (await import('../stack/home-card.tsx')).StackRows }));

const cards: Record<Tool, ReactNode> = {
  ljmonitor: (
    <ToolCard key="ljmonitor" to="/ljmonitor" name="LJMonitor" line={<MonitorLine />}>
      <MonitorRows />
    </ToolCard>
  ),
  stack: (
    <ToolCard
      key="stack"
      to="/stack"
      name="Stack Manager"
      line={
        <LazyPart loading={<>&nbsp;</>} failure={null}>
          <StackLine />
        </LazyPart>
      }
    >
      <LazyPart loading={<Waiting />}>
        <StackRows />
      </LazyPart>
    </ToolCard>
  ),
  chat: (
    <ToolCard key="chat" to="/chat" name="Chat" line={<ChatLine />}>
      <ChatRows />
    </ToolCard>
  ),
};

/** The menu of the tools, with what is new in each and the act that is wanted most. */
export default function Home() {
  const { tools } = usePreferences();
  return (
    <Page width="window">
      <h1 className="unseen">{site.name}</h1>
      <nav className={styles.menu} aria-label="Home">
        {tools.map((tool) => cards[tool])}
      </nav>
    </Page>
  );
}

interface ToolCardProps {
  to: string;
  name: string;
  /** One line about the state of the tool. */
  line: ReactNode;
  /** The latest items of the tool, each with a link or a button. */
  children: ReactNode;
}

function ToolCard({ to, name, line, children }: ToolCardProps) {
  return (
    <div className={styles.card}>
      <Link className={styles.tool} to={to}>
        <span>
          <span className={styles.name}>{name}</span>
          <span className={styles.line}>{line}</span>
        </span>
        <svg className={styles.arrow} width="20" height="12" viewBox="0 0 20 12" aria-hidden="true">
          <path d="M0 6h17M12.5 1.5 17 6l-4.5 4.5" fill="none" stroke="currentColor" strokeWidth="1.5" />
        </svg>
      </Link>
      <div className={styles.live}>{children}</div>
    </div>
  );
}
