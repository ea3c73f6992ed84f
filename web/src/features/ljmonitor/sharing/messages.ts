export const shareYourStars = 'Share your stars';
export const addressOfOther = 'Email address of the other person';
export const share = 'Share';
export const stopSharing = 'Stop sharing';
export const bothMustShare = 'You see each other’s stars once both of you share with the other.';
export const waitingFor = (email: string) =>
  `You share your stars with ${email}. You see theirs as soon as they share with you.`;
export const starredBy = (name: string, count: number) => `Starred by ${name} · ${count}`;
export const noStarsOf = (name: string) => `${name} has starred no houses yet.`;
export const couldNotLoadSharing = 'Could not load the shared stars.';
export const couldNotShare = 'Could not change the sharing.';
