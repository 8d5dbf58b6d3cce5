type Analytics = (command: 'event', name: string, parameters: Record<string, string>) => void;

/** Reports an event to the site's analytics, if the page has a global `gtag` function. */
export function trackEvent(name: string, parameters: Record<string, string>): void {
  const analytics = (window as { gtag?: Analytics }).gtag;
  if (typeof analytics === 'function') analytics('event', name, parameters);
}

export const trackBooking = (): void => trackEvent('conversion', { event_category: 'booking', event_label: 'first-time discount' });

export const trackQuote = (): void => trackEvent('conversion', { event_category: 'quote', event_label: 'quote request' });
