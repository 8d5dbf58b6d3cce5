import type { TRPCClient } from '@trpc/client';
import type { AppRouter } from '../server/router';
import type { PageCompany } from '../shared/company';
import type { ReturnedQuoteForm } from '../shared/quotes-schemas';

/**
 * The context of route loaders: the site's origin for head tags; on the server the company, its calendar day and a quote form sent
 * without scripts; and the calls, which run in process.
 */
export type RouterContext = {
  origin: string;
  today: string;
  company: PageCompany | undefined;
  quoteForm: ReturnedQuoteForm | undefined;
  loadCalls: () => Promise<TRPCClient<AppRouter>>;
};

/** The context for code that loads no public page: the browser's, and the test of paths. */
export const EMPTY_CONTEXT: RouterContext = {
  origin: '',
  today: '',
  company: undefined,
  quoteForm: undefined,
  loadCalls: () => Promise.reject(new Error('Public pages are loaded on the server.')),
};
