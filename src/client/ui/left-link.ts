import { useEffect } from 'react';

/** Names the link by which each entry of the history was left: its address, and its place among the links with that address. */
const leftBy = new Map<string, { href: string | null; place: number }>();

/** Returns the key of the current history entry, which a reload keeps. */
export const getEntry = (): string => window.history.state?.__TSR_key ?? window.location.href;

const findLinks = (href: string | null) =>
  [...document.querySelectorAll<HTMLElement>('#main a')].filter((link) => link.getAttribute('href') === href);

/** Remembers by which link a person leaves a screen. */
export function useLeftLinks(): void {
  // Listens to the document, since links stand everywhere on a screen.
  useEffect(() => {
    const remember = ({ target }: MouseEvent) => {
      const link = target instanceof Element ? target.closest<HTMLElement>('#main a') : null;
      const href = link?.getAttribute('href') ?? null;
      if (link) leftBy.set(getEntry(), { href, place: findLinks(href).indexOf(link) });
    };
    // A person who does something on the screen after Back is no longer at that link.
    const forget = () => void leftBy.delete(getEntry());
    const end = new AbortController();
    const options = { capture: true, signal: end.signal };
    document.addEventListener('pointerdown', forget, options);
    document.addEventListener('keydown', forget, options);
    document.addEventListener('click', remember, options);
    return () => end.abort();
  }, []);
}

/** Returns the link by which the current entry of the history was left before, if it is on the screen again. */
export function findLeftLink(): HTMLElement | undefined {
  const left = leftBy.get(getEntry());
  return left && findLinks(left.href)[left.place];
}
