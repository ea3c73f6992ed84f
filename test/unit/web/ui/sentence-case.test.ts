import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';

const web = new URL('../../../../web/src/', import.meta.url);

/** Returns the selectors of the rules whose only declaration is the given one. */
const selectorsOf = (file: string, declaration: string) =>
  [...readFileSync(new URL(file, web), 'utf8').matchAll(/([^{}/]+) \{\s*([^{}]+?)\s*\}/g)]
    .filter(([, , declarations]) => declarations === declaration)
    .flatMap(([, selectors = '']) => selectors.trim().split(/,\s*/));

it.each([
  ['CREATED and UPDATED', 'features/stack/list/stack-list.module.css', '.times dt'],
  ['the state of a conversation', 'features/chat/conversation/messages/messages.module.css', '.status'],
  ['the word of a failure', 'ui/feedback/failure.module.css', '.failure'],
])('the first letter of %s is a capital on screen, whatever it is in the specification', (_, file, label) => {
  expect(selectorsOf(file, 'text-transform: uppercase;')).toContain(`${label}::first-letter`);
});

it('CREATED and UPDATED have no other capitals', () => {
  expect(selectorsOf('features/stack/list/stack-list.module.css', 'text-transform: lowercase;')).toContain('.times dt');
});
