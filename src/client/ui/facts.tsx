import type { ReactNode } from 'react';

type FactsProps = { facts: readonly (readonly [name: string, value: ReactNode])[] };

export const Facts = ({ facts }: FactsProps) => (
  <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
    {facts.map(
      ([name, value]) =>
        value !== null &&
        value !== false &&
        value !== '' && (
          <div key={name} className="min-w-0">
            <dt className="text-muted text-sm">{name}</dt>
            <dd className="whitespace-pre-wrap [overflow-wrap:anywhere]">{value}</dd>
          </div>
        ),
    )}
  </dl>
);
