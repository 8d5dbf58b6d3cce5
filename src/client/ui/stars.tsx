import { clsx } from 'clsx';
import { Star } from 'lucide-react';

/** Shows a rating as stars, with its words for screen readers. */
export const Stars = ({ stars }: { stars: number }) => (
  <span className="inline-flex items-center gap-0.5">
    <span className="sr-only">{`${stars} of 5 stars`}</span>
    {[1, 2, 3, 4, 5].map((place) => (
      <Star key={place} aria-hidden="true" className={clsx('size-4', place <= stars ? 'fill-amber-700 text-amber-700' : 'text-muted')} />
    ))}
  </span>
);
