type Analytics = (command: 'event', name: string, parameters: Record<string, string>) => void;

/** Tells the site's analytics of an event, if the page has any: a global `gtag` function (public-site.md §7). */
export function trackEvent(name: string, parameters: Record<string, string>): void {
  const analytics = (window as { gtag?: Analytics }).gtag;
  if (typeof analytics === 'function') analytics('event', name, parameters);
}
