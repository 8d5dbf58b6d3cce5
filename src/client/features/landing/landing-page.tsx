import type { ReactNode } from 'react';
import { About } from './about';
import { Contact } from './contact';
import { Hero } from './hero';
import { Referral } from './referral';
import { Services } from './services';
import { Testimonials } from './testimonials';

/** Shows the landing page; the route passes the quote form, because features do not import each other. */
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
