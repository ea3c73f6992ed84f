type Hear = (refusal?: unknown) => void;

const listeners = new Set<Hear>();
let repeating = 0;

const tell: Hear = (refusal) => {
  for (const hear of listeners) hear(refusal);
};

/** Returns whether a call that was refused is being sent again. */
export const isRepeating = () => repeating > 0;

/** Hears when a refused call begins or ends to be sent again, and each further refusal. Returns a function that ends it. */
export function hearRepeats(hear: Hear) {
  listeners.add(hear);
  return () => void listeners.delete(hear);
}

/** Tells of a call that is sent again. Returns a function that tells of its end. */
export function beginRepeat() {
  repeating += 1;
  tell();
  return () => {
    repeating -= 1;
    tell();
  };
}

/** Tells that a call was refused again. */
export const tellRefusal = (error: unknown) => tell(error);
