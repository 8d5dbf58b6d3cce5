import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { createQueryClient, createTrpcClient, trpc } from './trpc';
import { ConfirmationHost } from './ui/confirmation/confirmation-host';

type CallsProviderProps = { createClient?: typeof createTrpcClient; children: ReactNode };

/**
 * What a screen with data needs around it. It is not at the root: the landing page has no data to read, and goes without
 * the 16 kB of it.
 */
export function CallsProvider({ createClient = createTrpcClient, children }: CallsProviderProps) {
  const [queryClient] = useState(createQueryClient);
  const [client] = useState(createClient);
  return (
    <trpc.Provider client={client} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>
        {children}
        <ConfirmationHost />
      </QueryClientProvider>
    </trpc.Provider>
  );
}
