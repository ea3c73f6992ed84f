import { Link } from 'react-router-dom';
import { MessagePage } from './page.tsx';

export function NotFound() {
  return (
    <MessagePage title="Page not found">
      <p>
        This page does not exist. <Link to="/">Go home</Link>
      </p>
    </MessagePage>
  );
}
