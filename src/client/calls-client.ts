import { createTRPCClient } from '@trpc/client';
import type { AppRouter } from '../server/router';
import { callLink } from './call-link';

/** The calls of a page's loaders in the browser. */
export const calls = createTRPCClient<AppRouter>({ links: [callLink()] });
