import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { PageTitle } from '../../ui/page-title';

/** A staff path whose screen is still being made: what it will hold, and the way back. */
export function ScreenInPreparation({ title, purpose, children }: { title: string; purpose: string; children?: ReactNode }) {
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <div className="grid max-w-xl justify-items-start gap-4 rounded-card border border-line bg-paper p-6">
        <p>{purpose}</p>
        <p className="text-muted">This screen is not part of this version yet.</p>
        <div className="flex flex-wrap gap-2">
          <Link to="/admin" className="button-ghost">
            Back to Admin
          </Link>
          {children}
        </div>
      </div>
    </>
  );
}
