import { notFound, useLocation } from '@tanstack/react-router';
import type { CallError } from '../../call-error';
import { LinkTrouble } from '../../ui/public/link-trouble';
import { SiteFrame } from './site-frame';

/** Passes an error of a call on, as "not found" if the server does not know the link. Use it as the `catch` of a loader's call. */
export const throwNotFound = (error: CallError): never => {
  throw error.data?.httpStatus === 404 ? notFound() : error;
};

type LinkPage = {
  /** The record behind the link, such as "visit". */
  record: string;
  /** The message that has the link, such as "your reminder". */
  message: string;
  /** The record as the failure names it; "your visit" without. */
  shown?: string;
  /** The part of it that stayed as it was, if the page cannot be shown; `shown` without. */
  unchanged?: string;
};

/** Returns the error pages of a route that a link of a message opens. */
export function linkErrorPages({ record, message, shown = `Your ${record}`, unchanged = shown }: LinkPage) {
  return {
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
  };
}

const Unreadable = (texts: { title: string; text: string }) => <LinkTrouble {...texts} address={useLocation().pathname} />;
