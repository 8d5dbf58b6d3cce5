type Analytics = (command: 'event', name: string, parameters: Record<string, string>) => void;

/** Tells the site's analytics of an event, if the page has any: a global `gtag` function (public-site.md §7). */
export function trackEvent(name: string, parameters: Record<string, string>): void {
  const analytics = (window as { gtag?: Analytics }).gtag;
  if (typeof analytics === 'function') analytics('event', name, parameters);
}

/** Tells of a click on a way to book, as the conversion of public-site.md §7. */
export const trackBooking = (): void => trackEvent('conversion', { event_category: 'booking', event_label: 'first-time discount' });

/** Tells of a click on a way to the quote form, as the conversion of public-site.md §7. */
export const trackQuote = (): void => trackEvent('conversion', { event_category: 'quote', event_label: 'quote request' });
