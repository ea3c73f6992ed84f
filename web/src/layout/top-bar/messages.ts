export const darkMode = 'Dark mode';
export const lightMode = 'Light mode';
export const skipToContent = 'Skip to content';
export const tools = 'Tools';
export const ctrlK = 'Ctrl K';
export const retry = 'Retry';
export const login = 'Login';
export const goTo = 'Go to…';
