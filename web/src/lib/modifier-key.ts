/** Returns the key that shortcuts are held with, as the keyboards of the system name it. */
export const modifierKey = (userAgent = navigator.userAgent) => (/Mac|iPhone|iPad/.test(userAgent) ? '⌘' : 'Ctrl');
