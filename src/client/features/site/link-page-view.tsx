import { useLocation } from '@tanstack/react-router';
import { LinkTrouble } from '../../ui/public/link-trouble';
import { SiteFrame } from './site-frame';

export type LinkPage = {
  /** The record behind the link, such as "visit". */
  record: string;
  /** The message that has the link, such as "your reminder". */
  message: string;
  /** The record as the error page names it; "Your visit" by default. */
  shown?: string;
  /** The part of the record that the error page says has not changed; `shown` by default. */
  unchanged?: string;
};

/** Creates the pages for a link that is not valid and for a record that cannot be shown. */
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
