import { useState } from 'react';
import { buttonClass } from '../../../ui/buttons/button.tsx';
import { CopyButton } from '../../../ui/buttons/copy-button.tsx';
import { bookmarkletFor } from './bookmarklet.ts';

/** The link that a user drags to the bookmarks. React refuses such an address, so it is set on the element. */
export function BookmarkletLink() {
  const [isClicked, setClicked] = useState(false);
  const code = bookmarkletFor(location.origin);
  return (
    <>
      <a
        id="bookmarklet"
        className={buttonClass}
        ref={(link) => link?.setAttribute('href', code)}
        onClick={(event) => {
          event.preventDefault();
          setClicked(true);
        }}
      >
        Hand in page
      </a>{' '}
      <CopyButton of="bookmarklet" text={code} what="bookmarklet" />
      <output>{isClicked && ' Drag it to the bookmarks bar. Click it there, on a page of the listing site.'}</output>
    </>
  );
}
