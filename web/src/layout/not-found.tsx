import { Link } from 'react-router-dom';
import { MessagePage } from './page.tsx';

export function NotFound() {
  return (
    <MessagePage title="No such page">
      <p>
        Nothing lives at this address. <Link to="/">Back to the start</Link>
      </p>
    </MessagePage>
  );
}
