import { useLocation } from '@tanstack/react-router';
import { LinkTrouble } from '../../ui/public/link-trouble';
import type { LinkPage } from './link-page';
import { SiteFrame } from './site-frame';

/** Creates the error pages of a link. */
export const createLinkPages = ({ record, message, shown = `Your ${record}`, unchanged = shown }: LinkPage) => ({
  notFoundComponent: () => (
    <SiteFrame>
      <LinkTrouble
        title={`This ${record} link is not valid.`}
        text={`Part of the link may be missing. Please open it from ${message} again, or call`}
      />
    </SiteFrame>
  ),
  errorComponent: () => (
    <SiteFrame>
      <Unreadable
        title={`${shown} cannot be shown right now.`}
        text={`${unchanged} has not changed. Please try again in a moment, or call`}
      />
    </SiteFrame>
  ),
});

const Unreadable = (texts: { title: string; text: string }) => <LinkTrouble {...texts} address={useLocation().pathname} />;
