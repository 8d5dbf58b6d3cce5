import { createTRPCClient } from '@trpc/client';
import type { AppRouter } from '../server/router';
import { callLink } from './call-link';

/** The client that page loaders use in the browser. */
export const calls = createTRPCClient<AppRouter>({ links: [callLink()] });
