import { act, render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useDrawnPages } from '../../src/client/features/store/use-catalogue';

/** Page names as they are drawn, commit by commit. */
let drawn: string[] = [];
function List({ pages }: { pages: { name: string }[] }) {
  drawn.push(
    useDrawnPages(pages)
      .map(({ name }) => name)
      .join(''),
  );
  return null;
}
const pagesOf = (names: string) => [...names].map((name) => ({ name }));

test('draws the pages of a list one by one, and keeps them when they reload', async () => {
  drawn = [];
  const { rerender } = render(<List pages={pagesOf('a')} />);
  await act(async () => rerender(<List pages={pagesOf('abcd')} />));
  expect([...new Set(drawn)]).toEqual(['a', 'ab', 'abc', 'abcd']);

  drawn = [];
  await act(async () => rerender(<List pages={pagesOf('Abcd')} />));
  expect(new Set(drawn)).toEqual(new Set(['Abcd']));
});

test('starts again for another list', async () => {
  const { rerender } = render(<List pages={pagesOf('abc')} />);
  await act(async () => rerender(<List pages={[]} />));
  drawn = [];
  await act(async () => rerender(<List pages={pagesOf('xyz')} />));
  expect([...new Set(drawn)]).toEqual(['x', 'xy', 'xyz']);
});
