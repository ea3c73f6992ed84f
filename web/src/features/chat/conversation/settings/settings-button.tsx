import { useState } from 'react';
import { Button } from '../../../../ui/buttons/button.tsx';
import { LazyPart } from '../../../../ui/feedback/lazy-part.tsx';
import { onDemand } from '../../../../ui/feedback/on-demand.tsx';

const Settings = onDemand(() => import('./settings.tsx'));

/** Opens the settings of a conversation, whose code is loaded on the first click. */
export function SettingsButton({ sessionId }: { sessionId: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button aria-label="Settings" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <SettingsIcon />
      </Button>
      {isOpen && (
        <LazyPart>
          <Settings sessionId={sessionId} onClose={() => setOpen(false)} />
        </LazyPart>
      )}
    </>
  );
}

export function SettingsIcon() {
  return (
    <svg
      width="16"
      height="16"
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.4"
      aria-hidden="true"
    >
      <path d="M1 3.5h6.2M11.3 3.5H15M1 8h1.7M6.8 8H15M1 12.5h7.7M12.8 12.5H15" />
      <circle cx="9.25" cy="3.5" r="2" />
      <circle cx="4.75" cy="8" r="2" />
      <circle cx="10.75" cy="12.5" r="2" />
    </svg>
  );
}
