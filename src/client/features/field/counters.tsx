import type { FieldDashboard } from '../../../shared/field';

export function Counters({ counters }: { counters: FieldDashboard['counters'] }) {
  const figures = [
    ['Assigned Today', counters.assignedToday],
    ['Completed', counters.completed],
    ['In Progress', counters.inProgress],
    ['Issues', counters.issues],
  ] as const;
  return (
    <dl className="grid grid-cols-2 gap-2.5 sm:grid-cols-4">
      {figures.map(([name, count]) => (
        <div key={name} className="grid gap-1 rounded-card border border-line bg-paper px-4 py-3">
          <dt className="text-muted text-sm">{name}</dt>
          <dd className="font-bold font-display text-2xl tabular-nums leading-none">{count}</dd>
        </div>
      ))}
    </dl>
  );
}
