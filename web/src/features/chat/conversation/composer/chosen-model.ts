const key = 'model of the new chat';

/** Returns the model that was chosen in this tab for the next new conversation, also before a reload. */
export function readChosenModel(): string | undefined {
  try {
    return sessionStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Undefined takes the choice back. */
export function storeChosenModel(code: string | undefined) {
  try {
    if (code === undefined) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, code);
  } catch {
    // Storage is disabled, so the choice lives as long as the page.
  }
}
