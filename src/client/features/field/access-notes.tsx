import type { Job } from '../../../shared/field';

const NAMES = [
  ['gate', 'Gate'],
  ['alarm', 'Alarm'],
  ['pets', 'Pets'],
  ['key', 'Key'],
] as const;

/** Shows how to get in; the server sends it only around the day of the job. */
export function AccessNotes({ notes }: { notes: Job['accessNotes'] }) {
  const told = NAMES.filter(([key]) => notes?.[key]);
  if (!notes || told.length === 0) return null;
  return (
    <dl aria-label="Access" className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 rounded-small bg-citrus-400/20 px-4 py-3">
      {told.map(([key, name]) => (
        <div key={key} className="contents">
          <dt className="font-semibold">{name}</dt>
          <dd className="whitespace-pre-wrap [overflow-wrap:anywhere]">{notes[key]}</dd>
        </div>
      ))}
    </dl>
  );
}
