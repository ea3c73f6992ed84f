import { useEffect, useRef, useState } from 'react';
import { buttonClass } from '../../../ui/buttons/button.tsx';
import { CopyButton } from '../../../ui/buttons/copy-button.tsx';
import { bookmarkletFor, bringPath } from './bookmarklet.ts';

/** The link that a user drags to the bookmarks. React refuses such an address, so it is set on the element. */
export function BookmarkletLink() {
  const [isClicked, setClicked] = useState(false);
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    const element = link.current;
    element?.setAttribute('href', bookmarkletFor(location.origin));
    const explain = (event: Event) => {
      event.preventDefault();
      setClicked(true);
    };
    element?.addEventListener('click', explain);
    return () => element?.removeEventListener('click', explain);
  }, []);
  return (
    <>
      <a id="bookmarklet" className={buttonClass} ref={link} href={bringPath}>
        Hand in page
      </a>{' '}
      <CopyButton of="bookmarklet" text={bookmarkletFor(location.origin)} what="bookmarklet" />
      <output>{isClicked && ' Drag it to the bookmarks bar. Click it there, on a page of the listing site.'}</output>
    </>
  );
}
