/** Dispatches 'leave' before the page is left because its session ends. What still works for its person ends with it. */
export const leaving = new EventTarget();

/** Must be called before the page is left for another session. */
export const announceLeaving = () => leaving.dispatchEvent(new Event('leave'));
