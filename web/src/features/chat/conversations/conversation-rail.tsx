import { useState } from 'react';
import { Link } from 'react-router-dom';
import { Rail } from '../../../layout/panes.tsx';
import { useRootMark } from '../../../ui/use-root-mark.ts';
import { buttonClass } from '../../../ui/buttons/button.tsx';
import { Conversations, SearchField } from './conversation-list.tsx';
import styles from './conversation-rail.module.css';
import { newConversation } from '../texts.ts';

/** The conversations beside the open one. The site's banner stands at its foot. */
export function ConversationRail() {
  useRootMark('railFooter');
  const [searched, search] = useState('');
  return (
    <Rail>
      <div className={styles.rail}>
        <Link data-key="n" className={`${buttonClass} ${styles.new}`} to="/chat">
          {newConversation}
        </Link>
        <SearchField title={searched} onSearch={search} />
        <nav className={styles.list} aria-label="Conversations">
          <Conversations searched={searched} />
        </nav>
      </div>
    </Rail>
  );
}
