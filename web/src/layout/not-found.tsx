import { Link } from 'react-router-dom';
import { MessagePage } from './page.tsx';
import * as texts from './messages.ts';

export function NotFound() {
  return (
    <MessagePage title={texts.pageNotFound}>
      <p>
        {texts.noSuchPage} <Link to="/">{texts.goHome}</Link>
      </p>
    </MessagePage>
  );
}
