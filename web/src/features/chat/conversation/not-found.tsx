import { Link } from 'react-router-dom';
import { MessagePage } from '../../../layout/page.tsx';
import { startChatting } from '../texts.ts';

export default function ConversationNotFound() {
  return (
    <MessagePage title="Conversation not found">
      <p>
        It was deleted, or the link is incomplete. <Link to="/chat">{startChatting}</Link>
      </p>
    </MessagePage>
  );
}
