import { Link } from '@tanstack/react-router';
import { trpc } from '../../trpc';

/** What stands in the field now, at the head of the admin page; the way on leads to the orders themselves. */
export function WorkSummary() {
  const summary = trpc.dispatch.summary.useQuery();
  const figures = [
    ["Today's Jobs", summary.data?.todaysJobs],
    ['Active Orders', summary.data?.activeOrders],
  ] as const;
  return (
    <section aria-label="Work orders" className="grid grid-cols-2 gap-3 lg:max-w-xl">
      {figures.map(([label, count]) => (
        <Link key={label} to="/team" className="grid gap-1 rounded-card border border-line bg-paper px-5 py-4 hover:border-pine-600">
          <span className="text-muted text-sm">{label}</span>
          <strong className="font-bold font-display text-3xl tabular-nums leading-none">{count ?? (summary.isError ? '–' : ' ')}</strong>
        </Link>
      ))}
    </section>
  );
}
