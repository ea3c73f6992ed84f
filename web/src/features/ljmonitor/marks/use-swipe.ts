import { type PointerEvent, useRef } from 'react';

/** Further than this, a finger that moves sideways does not mean a tap. */
const slopPx = 12;

/** Letting go after this distance does it. */
const swipePx = 88;

interface Swipe {
  x: number;
  y: number;
  dx: number;
}

/** Shows how far the row has gone, and whether letting go would do it. */
function place(row: HTMLElement, dx: number) {
  row.style.translate = dx === 0 ? '' : `${dx}px`;
  row.toggleAttribute('data-swiped', Math.abs(dx) >= swipePx);
}

/**
 * Does something when a finger has pushed a row to either side. Without anything to do the row stays in its place. The row follows the finger, and goes back when it is let go.
 * Its style must leave sideways movements to the page (`touch-action`).
 */
export function useSwipe(act: (() => void) | undefined) {
  const swipe = useRef<Swipe>(null);
  const end = ({ currentTarget }: PointerEvent<HTMLElement>) => {
    swipe.current = null;
    place(currentTarget, 0);
  };
  return {
    onPointerDown({ pointerType, isPrimary, clientX, clientY }: PointerEvent<HTMLElement>) {
      swipe.current = act && pointerType === 'touch' && isPrimary ? { x: clientX, y: clientY, dx: 0 } : null;
    },
    onPointerMove({ currentTarget, pointerId, clientX, clientY }: PointerEvent<HTMLElement>) {
      const { current } = swipe;
      if (!current) return;
      const dx = clientX - current.x;
      if (current.dx === 0) {
        if (Math.abs(clientY - current.y) > slopPx) swipe.current = null;
        if (Math.abs(dx) <= slopPx || !swipe.current) return;
        // The movement is no tap on the button or the link where it began.
        currentTarget.setPointerCapture(pointerId);
      }
      current.dx = dx;
      place(currentTarget, dx);
    },
    onPointerUp(event: PointerEvent<HTMLElement>) {
      if (Math.abs(swipe.current?.dx ?? 0) >= swipePx) act?.();
      end(event);
    },
    onPointerCancel: end,
  };
}
