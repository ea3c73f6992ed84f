import { Link } from 'react-router-dom';
import { MessagePage } from '../../../layout/page.tsx';
import { startChatting } from './messages.ts';
import * as texts from './not-found-messages.ts';

export default function ConversationNotFound() {
  return (
    <MessagePage title={texts.conversationNotFound}>
      <p>
        {texts.deletedOrIncompleteLink} <Link to="/chat">{startChatting}</Link>
      </p>
    </MessagePage>
  );
}
