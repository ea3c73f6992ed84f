export const selectShown = 'Select shown';
const conversations = (count: number) => (count === 1 ? '1 conversation' : `${count} conversations`);
export const selected = (count: number) => (count === 0 ? 'None selected' : `${count} selected`);
export const exportButton = 'Export';
export const deleteButton = 'Delete';
export const wereDeleted = (count: number) =>
  count === 1 ? '1 conversation was deleted.' : `${conversations(count)} were deleted.`;
export const couldNotDelete = (count: number) => `Could not delete ${conversations(count)}.`;
