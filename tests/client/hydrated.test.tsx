import '@testing-library/jest-dom/vitest';
import { act, render } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { useIsHydrated } from '../../src/client/ui/public/hydrated';

const seen: boolean[] = [];
function Probe() {
  const isHydrated = useIsHydrated();
  seen.push(isHydrated);
  return <p>{String(isHydrated)}</p>;
}

test('hydrates a page as the server rendered it, then switches to true', async () => {
  const place = document.createElement('div');
  place.innerHTML = renderToString(<Probe />);
  expect(place).toHaveTextContent('false');
  seen.length = 0;
  const root = await act(async () => hydrateRoot(place, <Probe />, { onRecoverableError: (error) => expect.unreachable(String(error)) }));
  expect([seen[0], seen.at(-1)]).toEqual([false, true]);
  expect(place).toHaveTextContent('true');
  root.unmount();
});

test('components that mount later start with true', () => {
  seen.length = 0;
  render(<Probe />);
  expect(seen).not.toContain(false);
});
