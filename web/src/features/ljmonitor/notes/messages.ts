export const ownNote = 'Your note on this house';
export const save = 'Save';
export const cancel = 'Cancel';
export const couldNotSaveNote = 'Could not save the note.';
