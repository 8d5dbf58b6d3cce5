import type { TRPCClient } from '@trpc/client';
import type { AppRouter } from '../server/router';
import type { PageCompany } from '../shared/company';
import type { ReturnedQuoteForm } from '../shared/quotes';

/**
 * What the router's loaders get: the site's origin for head tags, on the server the company with its calendar day and a quote form
 * sent without scripts, and the calls, which run in process on the server and are loaded in the browser by the first page that makes one.
 */
export type RouterContext = {
  origin: string;
  today: string | undefined;
  company: PageCompany | undefined;
  quoteForm: ReturnedQuoteForm | undefined;
  loadCalls: () => Promise<TRPCClient<AppRouter>>;
};
