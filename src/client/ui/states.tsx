import type { ReactNode } from 'react';
import { passFocusOnRemoval } from './focus';
import { useOnline } from './use-online';

const PLACES = ['first', 'second', 'third'] as const;

export const ListSkeleton = ({ label }: { label: string }) => (
  <div role="status" className="grid gap-3">
    <span className="sr-only">{label}</span>
    {PLACES.map((place) => (
      <div key={place} aria-hidden="true" className="h-28 rounded-card border border-line bg-sage-100 motion-safe:animate-pulse" />
    ))}
  </div>
);

type EmptyStateProps = {
  title: string;
  text: string;
  heading?: 'h2' | 'h3';
  /** The label of the button that leads on. */
  action?: string;
  onAction?: () => void;
  look?: string;
  children?: ReactNode;
};

/** Shows that a list is empty; `heading` is h2 if it replaces the whole screen. */
export const EmptyState = ({
  title,
  text,
  heading: Heading = 'h3',
  action,
  onAction,
  look = 'button-ghost',
  children,
}: EmptyStateProps) => (
  <div className="grid justify-items-center gap-2 rounded-card border border-line border-dashed bg-paper px-6 py-12 text-center">
    <svg viewBox="0 0 80 60" className="w-20" aria-hidden="true">
      <path d="M8 56V16A8 8 0 0 1 16 8h48a8 8 0 0 1 8 8v40M40 8v48M8 32h64" fill="none" stroke="var(--color-sage-300)" strokeWidth="4" />
      <path d="M18 24l8-8M50 50l12-12" stroke="var(--color-citrus-500)" strokeWidth="4" strokeLinecap="round" />
    </svg>
    <Heading className="mt-2 font-bold text-lg">{title}</Heading>
    <p className="max-w-[36em] text-muted">{text}</p>
    {children}
    {action && (
      <button type="button" className={`${look} mt-2`} onClick={onAction}>
        {action}
      </button>
    )}
  </div>
);

/** Shows that something could not be loaded. Queries that fail offline are sent again by themselves once there is a network. */
export function ErrorState({ text, onRetry }: { text: string; onRetry: () => void }) {
  const isOnline = useOnline();
  return (
    <div role="alert" className="grid justify-items-start gap-3 rounded-card border border-red-600 bg-red-100 p-5">
      <p className="font-medium">{text}</p>
      {!isOnline && <p>You are offline. It is loaded once the connection is back.</p>}
      <button ref={passFocusOnRemoval} type="button" className="button-ghost" onClick={onRetry}>
        Try again
      </button>
    </div>
  );
}
