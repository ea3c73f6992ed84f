/** @jest-environment jsdom */
import { expect, it } from '@jest/globals';
import { render } from '@testing-library/react';
import { useRootMark } from 'web/ui/use-root-mark';

function Marked() {
  useRootMark('railFooter');
  return null;
}

const isMarked = () => document.documentElement.matches('[data-rail-footer]');

it('marks the root as long as one of its users is shown', () => {
  const { rerender, unmount } = render([<Marked key="1" />, <Marked key="2" />]);
  expect(isMarked()).toBe(true);
  rerender([<Marked key="2" />]);
  expect(isMarked()).toBe(true);
  unmount();
  expect(isMarked()).toBe(false);
});
