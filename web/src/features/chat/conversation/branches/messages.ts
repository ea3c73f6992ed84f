export const couldNotLoadBranches = 'Could not load the branches.';
export const noBranches =
  'This conversation has no branches yet. To make one, fork at an answer or edit an earlier question: both continue in a new conversation and leave this one as it is.';
export const thisConversation = 'this conversation';
export const branches = 'Branches';
export const continuesWith = (beginning: string) => `Continues with “${beginning}”`;
export const notContinued = 'Not continued yet';
export const answersWithVersions = 'Answers with several versions';
export const countOfVersions = (count: number) => `${count} versions`;
export const questionWithoutWords = 'A question without words';
export const close = 'Close';
