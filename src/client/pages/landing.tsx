import type { ComponentProps } from 'react';
import type { ReturnedQuoteForm } from '../../shared/quotes-schemas';
import { LandingPage } from '../features/landing/landing-page';
import { QuoteForm } from '../features/quotes/quote-form';
import { SiteFrame } from '../features/site/site-frame';

type LandingProps = Pick<ComponentProps<typeof LandingPage>, 'content' | 'estimator'> & {
  /** A form that was sent without scripts, with its errors. */
  quoteForm?: ReturnedQuoteForm | undefined;
  isReceived: boolean;
};

export const Page = ({ content, estimator, quoteForm, isReceived }: LandingProps) => (
  <SiteFrame isLanding>
    <LandingPage content={content} estimator={estimator} quoteForm={<QuoteForm returned={quoteForm} isReceived={isReceived} />} />
  </SiteFrame>
);
