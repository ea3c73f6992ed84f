import { Link } from 'react-router-dom';
import { MessagePage } from './page.tsx';

export function NotFound() {
  return (
    <MessagePage title="Page not found">
      <p>
        This page doesn’t exist. <Link to="/">Go to home</Link>
      </p>
    </MessagePage>
  );
}
