import { Link } from 'react-router-dom';
import { QuietPage } from './page.tsx';

export function NotFound() {
  return (
    <QuietPage title="No such page">
      <p>
        Nothing lives at this address. <Link to="/">Back to the start</Link>
      </p>
    </QuietPage>
  );
}
