import { lazyRouteComponent, notFound } from '@tanstack/react-router';
import type { CallError } from '../../call-error';
import type { LinkPage } from './link-page-view';

/** Rethrows an error of a call, as "not found" if the server does not know the link. Use it as the `catch` of a loader's call. */
export const throwNotFound = (error: CallError): never => {
  throw error.data?.httpStatus === 404 ? notFound() : error;
};

/** Returns the error pages of a route that is opened from a link in a message. They load when shown, because they are rarely needed. */
export function linkErrorPages(page: LinkPage) {
  const load = () => import('./link-page-view').then(({ createLinkPages }) => createLinkPages(page));
  return { notFoundComponent: lazyRouteComponent(load, 'notFoundComponent'), errorComponent: lazyRouteComponent(load, 'errorComponent') };
}
