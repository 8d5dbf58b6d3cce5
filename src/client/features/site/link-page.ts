import { lazyRouteComponent, notFound } from '@tanstack/react-router';
import type { CallError } from '../../call-error';

/** Passes an error of a call on, as "not found" if the server does not know the link. Use it as the `catch` of a loader's call. */
export const throwNotFound = (error: CallError): never => {
  throw error.data?.httpStatus === 404 ? notFound() : error;
};

export type LinkPage = {
  /** The record behind the link, such as "visit". */
  record: string;
  /** The message that has the link, such as "your reminder". */
  message: string;
  /** The record as the failure names it; "your visit" without. */
  shown?: string;
  /** The part of it that stayed as it was, if the page cannot be shown; `shown` without. */
  unchanged?: string;
};

/** Returns the error pages of a route that a link of a message opens. They load when they are shown, since few are. */
export function linkErrorPages(page: LinkPage) {
  const load = () => import('./link-page-view').then(({ createLinkPages }) => createLinkPages(page));
  return { notFoundComponent: lazyRouteComponent(load, 'notFoundComponent'), errorComponent: lazyRouteComponent(load, 'errorComponent') };
}
