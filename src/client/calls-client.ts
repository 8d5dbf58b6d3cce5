import { createTRPCClient } from '@trpc/client';
import type { AppRouter } from '../server/router';
import { callLink } from './call-link';

export const calls = createTRPCClient<AppRouter>({ links: [callLink()] });
