import type { ChatMessage } from 'shared-types/contract/chat';
import styles from './sources.module.css';

/** The pages that an answer names as its sources, folded. */
export default function Sources({ citations }: { citations: NonNullable<ChatMessage['citations']> }) {
  return (
    <details className={styles.sources}>
      <summary data-uncopied>{citations.length === 1 ? '1 source' : `${citations.length} sources`}</summary>
      <ol>
        {citations.map(({ url, title }) => (
          <li key={url} dir="auto">
            <a href={url} target="_blank" rel="noopener noreferrer">
              {title.trim() || new URL(url).hostname}
            </a>
          </li>
        ))}
      </ol>
    </details>
  );
}
