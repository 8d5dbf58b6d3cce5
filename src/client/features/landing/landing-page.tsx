import type { ReactNode } from 'react';
import { About } from './about';
import { Contact } from './contact';
import { Hero } from './hero';
import { Referral } from './referral';
import { Services } from './services';
import { Testimonials } from './testimonials';

/** The landing page between its header and its footer; the quote form is the route's to give. */
export function LandingPage({ quoteForm }: { quoteForm: ReactNode }) {
  return (
    <main id="main">
      <Hero />
      <Services />
      <About />
      <Testimonials />
      <Referral />
      <Contact quoteForm={quoteForm} />
    </main>
  );
}
