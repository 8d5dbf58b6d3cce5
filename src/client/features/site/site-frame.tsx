import type { ReactNode } from 'react';
import { EarlyClicks } from './early-press';
import { InstallBanner } from './install';
import { Letterhead } from './letterhead';
import { OfflineNotice } from './offline-notice';
import { SiteFooter } from './site-footer';
import { type Cart, SiteHeader } from './site-header';

type SiteFrameProps = { cart?: Cart; isLanding?: boolean; children: ReactNode };

/** Wraps every public page; `children` contains the `<main id="main">`. */
export function SiteFrame({ cart, isLanding = false, children }: SiteFrameProps) {
  return (
    <>
      <a
        href="#main"
        className="sr-only print:hidden focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:z-50 focus:rounded-small focus:bg-citrus-400 focus:px-4 focus:py-3 focus:text-pine-950"
      >
        Skip to content
      </a>
      <SiteHeader {...(cart && { cart })} />
      <Letterhead />
      <OfflineNotice />
      {children}
      <SiteFooter isLanding={isLanding} />
      <InstallBanner />
      <EarlyClicks />
    </>
  );
}
