import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { getChoices } from '../../lib/preferences/preferences.ts';
import { LazyPart } from '../../ui/feedback/lazy-part.tsx';
import { onDemand } from '../../ui/feedback/on-demand.tsx';
import { isTyping } from '../../lib/is-typing.ts';
import { isPaletteKey, takeEarlyKeys } from './early-keys.ts';
import { placeOf, pressKey } from './shortcuts.ts';

const KeysDialog = onDemand(() => import('./keys-dialog.tsx'));
const Palette = onDemand(() => import('./palette.tsx'));

/** The second key of a sequence must follow within this time. */
const sequenceMs = 1_500;

export interface KeysProps {
  isPaletteOpen: boolean;
  openPalette: (isOpen: boolean) => void;
}

/** Listens to the keys of the whole site. */
export function Keys({ isPaletteOpen, openPalette }: KeysProps) {
  const [isHelpOpen, openHelp] = useState(false);
  const navigate = useNavigate();
  const gPressedAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!event.defaultPrevented && !event.isComposing) act(event);
    };
    const act = (event: KeyboardEvent) => {
      if (document.querySelector('dialog[open]')) return;
      if (isPaletteKey(event)) {
        event.preventDefault();
        openPalette(true);
        return;
      }
      if (event.ctrlKey || event.metaKey || event.altKey || !getChoices().singleKeys || isTyping(event.target)) return;
      if (pressSingleKey(event.key, event.timeStamp)) event.preventDefault();
    };
    const pressSingleKey = (key: string, time: number) => {
      const place = time - gPressedAt.current < sequenceMs ? placeOf(key) : undefined;
      gPressedAt.current = key === 'g' ? time : Number.NEGATIVE_INFINITY;
      if (place) {
        void navigate(place);
        return true;
      }
      if (key === '?') openHelp(true);
      return key === '?' || key === 'g' || pressKey(key);
    };
    for (const event of takeEarlyKeys()) act(event);
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [navigate, openPalette]);
  return (
    <LazyPart>
      {isHelpOpen && <KeysDialog onClose={() => openHelp(false)} />}
      {isPaletteOpen && (
        <Palette
          onClose={() => openPalette(false)}
          onShowKeys={() => {
            openPalette(false);
            openHelp(true);
          }}
        />
      )}
    </LazyPart>
  );
}
