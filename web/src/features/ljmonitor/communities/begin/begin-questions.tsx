import type { Resblock } from 'shared-types/contract/ljmonitor';
import styles from '../add-community.module.css';
import { BeginQuestion } from './begin-question.tsx';

interface BeginQuestionsProps {
  /** The ids of the communities to ask about, with spaces between. */
  asked: string;
  setAsked: (change: (asked: string) => string) => void;
  /** The tracked communities. A deleted one is not asked about. */
  communities: readonly Resblock[];
  /** Gets a sentence that confirms a choice. */
  onChosen: (result: string) => void;
}

/** A question about each new community. */
export function BeginQuestions({ asked, setAsked, communities, onChosen }: BeginQuestionsProps) {
  const ids = new Set(asked.split(' '));
  return communities
    .filter(({ resblockId }) => ids.has(resblockId))
    .map((resblock) => (
      <div key={resblock.resblockId} className={styles.wide}>
        <BeginQuestion
          resblock={resblock}
          onChosen={(result) => {
            setAsked((before) => without(before, resblock.resblockId));
            onChosen(result);
          }}
        />
      </div>
    ));
}

const without = (ids: string, dropped: string) =>
  ids
    .split(' ')
    .filter((id) => id !== '' && id !== dropped)
    .join(' ');
