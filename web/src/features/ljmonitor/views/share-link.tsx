import { useLocation } from 'react-router-dom';
import { useTimedFlag } from '../../../lib/use-timed-flag.ts';
import { LinkButton } from '../../../ui/buttons/button.tsx';

const noteMs = 4_000;

/**
 * Gives the link of the shown view to the system's sheet for sharing. Without one, or if it refuses, the link is copied. The name
 * is that of the saved view.
 */
export function ShareLink({ name = 'Houses' }: { name: string | undefined }) {
  const { pathname, search } = useLocation();
  const [isCopied, noteCopied] = useTimedFlag(noteMs);
  const [isRefused, noteRefused] = useTimedFlag(noteMs);
  const share = async () => {
    const url = new URL(`${pathname}${search}`, location.origin).href;
    const hasShared = await shareBySheet({ title: name, url });
    if (!hasShared) await navigator.clipboard.writeText(url).then(noteCopied, noteRefused);
  };
  return (
    <>
      <LinkButton onClick={() => void share()}>Share link</LinkButton>
      <output>
        {isCopied ? 'Link copied' : isRefused && 'Could not copy. Copy the address of this page instead.'}
      </output>
    </>
  );
}

/** Returns false if the browser has no such sheet, or did not open it. A person who closes it has decided not to share. */
async function shareBySheet(data: { title: string; url: string }): Promise<boolean> {
  if (!('share' in navigator)) return false;
  try {
    await navigator.share(data);
    return true;
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError';
  }
}
