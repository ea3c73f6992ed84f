import { Link, NavLink, Route, Routes, useLocation, useSearchParams } from 'react-router-dom';
import { FullPage } from '../../layout/full-page.tsx';
import { NotFound } from '../../layout/not-found.tsx';
import { Page } from '../../layout/page.tsx';
import { useTwoPanes } from '../../layout/use-two-panes.ts';
import { LazyPart } from '../../ui/feedback/lazy-part.tsx';
import { onDemand } from '../../ui/feedback/on-demand.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import styles from './chat.module.css';
import { ConversationRail } from './conversations/conversation-rail.tsx';
import { StartPage } from './conversation/start-page.tsx';
import { newConversation } from './texts.ts';

/** The start page needs neither messages nor Markdown, so a conversation's code loads with the first conversation. */
const Conversation = onDemand(async () => ({
  default: (await import('./conversation/conversation.tsx')).Conversation,
}));

const ConversationsPage = onDemand(() => import('./conversations/conversations-page.tsx'));
const Transfer = onDemand(async () => ({ default: (await import('./transfer/transfer.tsx')).Transfer }));

/** The chat. A wide window shows the conversations beside the open one; their own tab fills both panes. */
export default function Chat() {
  const hasTwoPanes = useTwoPanes();
  const isRailShown = useLocation().pathname === '/chat' && hasTwoPanes;
  return (
    <div className={isRailShown ? `${styles.chat} ${styles.panes}` : styles.chat}>
      <Tabs />
      {isRailShown && <ConversationRail />}
      <div className={styles.pane}>
        <LazyPart loading={<PageSkeleton />}>
          <Routes>
            <Route index element={<ChatTab />} />
            <Route path="session" element={<ConversationsPage />} />
            <Route path="transfer" element={<Transfer />} />
            <Route path="*" element={<NotFound />} />
          </Routes>
        </LazyPart>
      </div>
    </div>
  );
}

/** The tabs keep the query string, so that the Chat tab returns to the open conversation. */
function Tabs() {
  const { pathname, search } = useLocation();
  return (
    <div className={styles.bar}>
      <nav className={styles.tabs} aria-label="Chat">
        <NavLink to={{ pathname: '/chat', search }} end>
          Chat
        </NavLink>
        <NavLink to={{ pathname: '/chat/session', search }}>Session</NavLink>
      </nav>
      {pathname === '/chat' && new URLSearchParams(search).has('sessionId') && (
        <Link data-key="n" className={styles.newChat} to="/chat">
          {newConversation}
        </Link>
      )}
    </div>
  );
}

function ChatTab() {
  const [query] = useSearchParams();
  const sessionId = query.get('sessionId');
  if (!sessionId) return <StartPage />;
  return (
    <LazyPart loading={<ConversationSkeleton />}>
      <Conversation key={sessionId} sessionId={sessionId} />
    </LazyPart>
  );
}

const PageSkeleton = () => (
  <Page title="Chat">
    <Skeleton rows={6} />
  </Page>
);

const ConversationSkeleton = () => (
  <FullPage title="Chat">
    <Skeleton rows={4} />
  </FullPage>
);
