import { clsx } from 'clsx';
import { Fragment, type ReactNode } from 'react';

type FactsProps = { facts: readonly (readonly [name: string, value: ReactNode])[] };

/** A text of more letters, or with a longer word, takes the whole width. */
const [LONG_TEXT, LONG_WORD] = [44, 24];
const isLong = (value: ReactNode) =>
  typeof value === 'string' && (value.length > LONG_TEXT || value.split(/\s/).some(({ length }) => length > LONG_WORD));

export const Facts = ({ facts }: FactsProps) => (
  <dl className="grid gap-x-6 gap-y-3 in-data-drawer-body:grid-cols-2 sm:grid-cols-2">
    {facts.map(
      ([name, value]) =>
        value !== null &&
        value !== false &&
        value !== '' && (
          <div key={name} className={clsx('min-w-0 has-[[href^="mailto:"]]:col-span-full', isLong(value) && 'col-span-full')}>
            <dt className="text-muted text-sm">{name}</dt>
            <dd className="whitespace-pre-wrap [overflow-wrap:anywhere]">{value}</dd>
          </div>
        ),
    )}
  </dl>
);

/** Shows facts as lines of a card, each with its name before it, without those that have no value. */
export const FactLines = ({ facts }: FactsProps) => (
  <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-[15px] [overflow-wrap:anywhere]">
    {facts.map(
      ([name, value]) =>
        value && (
          <Fragment key={name}>
            <dt className="text-muted">{name}</dt>
            <dd>{value}</dd>
          </Fragment>
        ),
    )}
  </dl>
);
