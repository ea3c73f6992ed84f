import { type ComponentType, useState } from 'react';
import { Button, LinkButton } from '../../../../ui/buttons/button.tsx';
import styles from '../../chat.module.css';

interface SettingsProps {
  sessionId: string;
  onClose: () => void;
}

/** Opens the session's settings, which are loaded when they are first wanted. */
export function SettingsButton({ sessionId }: Pick<SettingsProps, 'sessionId'>) {
  const [Settings, setSettings] = useState<ComponentType<SettingsProps>>();
  const [isMissing, setMissing] = useState(false);
  const open = async () => {
    setMissing(false);
    try {
      const loaded = await import('./settings.tsx');
      setSettings(() => loaded.Settings);
    } catch {
      setMissing(true);
    }
  };
  return (
    <>
      {isMissing && (
        <p className={styles.missing} role="alert">
          The settings could not be loaded. <LinkButton onClick={() => void open()}>retry</LinkButton>
        </p>
      )}
      <Button aria-label="Settings" aria-haspopup="dialog" onClick={() => void open()}>
        <SettingsIcon />
      </Button>
      {Settings && <Settings sessionId={sessionId} onClose={() => setSettings(undefined)} />}
    </>
  );
}

/** Three sliders. */
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
