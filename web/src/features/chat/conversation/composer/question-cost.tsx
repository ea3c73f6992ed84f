import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { conversationQuery, messagesQuery, modelsQuery } from '../../queries.ts';
import styles from './composer.module.css';
import { describeQuestion } from './describe-question.ts';
import { useDraft } from './draft.ts';

/** Tells how many tokens the question will send, and their price. */
export default function QuestionCost({ sessionId }: { sessionId: string }) {
  const { text, attachments = [] } = useDraft(sessionId);
  const files = attachments.flatMap(({ file }) => file ?? []);
  const { data: conversation } = useQuery(conversationQuery(sessionId));
  const { data: models } = useQuery(modelsQuery);
  const { data: list } = useInfiniteQuery({ ...messagesQuery(sessionId), enabled: false });
  const price = models?.find(({ code }) => code === conversation?.chatModal)?.pricePerMillion;
  const messages = list?.pages.flat().toReversed() ?? [];
  return (
    <p className={styles.cost}>
      {conversation && models && describeQuestion({ text, files }, messages, conversation, price)}
    </p>
  );
}
