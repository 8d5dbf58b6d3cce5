import type { ReactNode } from 'react';
import { PageTitle } from './page-title';

type RecordHeaderProps = { back: ReactNode; title: string; chips?: ReactNode; children?: ReactNode };

/** Shows the way back, the title and the status of one record. */
export const RecordHeader = ({ back, title, chips, children }: RecordHeaderProps) => (
  <header className="grid justify-items-start gap-3">
    {back}
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 [overflow-wrap:anywhere]">
      <PageTitle>{title}</PageTitle>
      {chips}
    </div>
    {children}
  </header>
);

export const BackButton = ({ label, onPress, look = 'button-ghost lg:min-h-9' }: { label: string; onPress: () => void; look?: string }) => (
  <button type="button" className={look} onClick={onPress}>
    <span aria-hidden="true">←</span> {label}
  </button>
);
