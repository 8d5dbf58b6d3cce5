import type { ReactNode } from 'react';
import { trackQuote } from './analytics';

type QuoteLinkProps = { href: string; className: string; children: ReactNode };

/** Links to the quote form; a press is counted as a quote conversion. */
export const QuoteLink = ({ href, className, children }: QuoteLinkProps) => (
  <a href={href} className={className} onClick={trackQuote}>
    {children}
  </a>
);
