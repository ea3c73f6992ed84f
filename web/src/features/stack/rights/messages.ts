import type { StackRight } from 'shared-types/rules/stack/rights';

export const about =
  'You may do everything. Others may do what you choose here. A right that you take away ends with the person’s next click.';
export const everyone = 'Everyone who is signed in';
export const rightNames: Record<StackRight, string> = { start: 'Start', stop: 'Stop', command: 'Console' };
export const rightOf = (right: StackRight, name: string) => `${rightNames[right]}: ${name}`;
export const emailLabel = 'Email address of an account';
export const add = 'Add';
export const remove = 'Remove';
export const removePerson = (email: string) => `Remove ${email}`;
export const save = 'Save';
export const saving = 'Saving…';
export const saved = 'Saved.';
export const notLoaded = 'Could not load the rights.';
export const notSaved = 'Could not save the rights.';
export const notAnAddress = 'Enter an email address, such as ann@example.org.';
export const isListed = 'This person is already on the list.';
