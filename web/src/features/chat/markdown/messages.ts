export const image = 'Image';
export const done = 'Done';
export const toDo = 'To do';
export const table = 'Table';
export const details = 'Details';
export const footnote = (label: string) => `Footnote ${label}`;
