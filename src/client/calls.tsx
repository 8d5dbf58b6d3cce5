import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { createQueryClient, createTrpcClient, trpc } from './trpc';
import { ConfirmationHost } from './ui/confirmation/confirmation-host';

type CallsProviderProps = { createClient?: typeof createTrpcClient; children: ReactNode };

/** Provides tRPC and its cache to screens with data; not at the root, since the landing page saves 16 kB without it. */
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
