export const wasDeleted = (name: string) => `${name} was deleted with its houses.`;
export const couldNotDelete = (name: string) => `Could not delete ${name}.`;
export const deleteForEveryone = (name: string) => `Delete ${name} for everyone?`;
export const effectOfDeletion =
  'The community and its houses disappear from everyone’s lists. You can undo this for some seconds.';
export const cancel = 'Cancel';
export const deleteButton = 'Delete';
