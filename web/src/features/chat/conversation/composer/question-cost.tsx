import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { conversationQuery, messagesQuery, modelsQuery } from '../../queries.ts';
import styles from './composer.module.css';
import { describeQuestion } from './describe-question.ts';
import { useDraft } from './draft.ts';

export function QuestionCost({ sessionId }: { sessionId: string }) {
  const { text } = useDraft(sessionId);
  const { data: conversation } = useQuery(conversationQuery(sessionId));
  const { data: models } = useQuery(modelsQuery);
  const { data: list } = useInfiniteQuery({ ...messagesQuery(sessionId), enabled: false });
  const price = models?.find(({ code }) => code === conversation?.chatModal)?.pricePerMillion;
  const messages = list?.pages.flat().toReversed() ?? [];
  return (
    <p className={styles.cost}>
      {conversation && models && describeQuestion(text, messages, conversation.memorySize, price)}
    </p>
  );
}
