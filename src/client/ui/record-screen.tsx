import type { ReactNode } from 'react';
import { Loaded } from './loaded';
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

type RecordScreenProps<Data> = Parameters<typeof Loaded<Data>>[0] & {
  back: ReactNode;
  title: string | ((data: Data | undefined) => string);
  chips?: (data: Data) => ReactNode;
  /** Shown below the title once the record is loaded. */
  about?: (data: Data) => ReactNode;
};

/** Shows one record below its header: loading, failed, missing or loaded. */
export function RecordScreen<Data>({ back, title, chips, about, ...loaded }: RecordScreenProps<Data>) {
  const { data } = loaded.query;
  return (
    <>
      <RecordHeader back={back} title={typeof title === 'string' ? title : title(data)} chips={data !== undefined && chips?.(data)}>
        {data !== undefined && about?.(data)}
      </RecordHeader>
      <Loaded {...loaded} />
    </>
  );
}
