import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { Button } from '../../../ui/buttons/button.tsx';
import { LazyPart } from '../../../ui/feedback/lazy-part.tsx';
import { onDemand } from '../../../ui/feedback/on-demand.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import account from '../account/account-card.module.css';

const NewsSettings = onDemand(() => import('./news-settings.tsx'));

/** The news of a person. Its settings are rarely needed, so they are loaded when they are opened, by a link with #news, too. */
export function NewsSection({ userId }: { userId: string }) {
  const isLinked = useLocation().hash === '#news';
  const [isOpen, setOpen] = useState(isLinked);
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isLinked) section.current?.scrollIntoView();
  }, [isLinked]);
  return (
    <section ref={section} className={account.sessions} aria-labelledby="news">
      <h2 id="news">News</h2>
      <p className={account.credentials}>
        <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          Channels
        </Button>
      </p>
      {isOpen && (
        <LazyPart loading={<Skeleton rows={2} />}>
          <NewsSettings userId={userId} />
        </LazyPart>
      )}
    </section>
  );
}
