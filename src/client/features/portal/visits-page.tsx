import { useState } from 'react';
import type { PortalVisit } from '../../../shared/portal-schemas';
import { trpc } from '../../trpc';
import { LoadMore } from '../../ui/load-more';
import { getRows, PAGED } from '../../ui/paged-list';
import type { DataOf } from './load-portal';
import { Actions, Card, Title } from './parts';
import { RateVisit } from './rate-visit';
import { VisitCard } from './visit-card';

/** Shows the visits to come and the past ones with their photos and ratings. */
export function VisitsPage({ data }: { data: DataOf<'visits'> }) {
  return (
    <>
      <Title>Your visits</Title>
      <Card title="Upcoming">
        <VisitList view="upcoming" first={data.upcoming} empty="No visit is planned at the moment." />
        <Actions>
          <a className="button-ghost" href="/appointments">
            Book an appointment
          </a>
        </Actions>
      </Card>
      <Card title="Past">
        <VisitList view="past" first={data.past} empty="Your finished visits will be listed here, with their photos." />
      </Card>
    </>
  );
}

type VisitListProps = { view: 'upcoming' | 'past'; first: DataOf<'visits'>['past']; empty: string };
function VisitList({ view, first, empty }: VisitListProps) {
  const list = trpc.portal.visits.useInfiniteQuery({ view }, { ...PAGED, initialData: { pages: [first], pageParams: [null] } });
  const rows = getRows(list);
  if (rows.length === 0) return <p className="text-muted">{empty}</p>;
  return (
    <>
      <ul className="grid gap-6">
        {rows.map((visit) => (
          <li key={visit.workOrderId} className="grid gap-4 border-line not-first:border-t not-first:pt-6">
            <VisitCard visit={visit} />
            <Rating visit={visit} />
          </li>
        ))}
      </ul>
      <LoadMore list={list} />
    </>
  );
}

/** Offers to rate a visit. Stays after the rating is sent, so that the thanks do. */
function Rating({ visit }: { visit: PortalVisit }) {
  const [isOpen, setIsOpen] = useState(false);
  if (isOpen) return <RateVisit visit={visit} />;
  if (!visit.canRate || visit.rating) return null;
  return (
    <Actions>
      <button type="button" className="button-ghost" onClick={() => setIsOpen(true)}>
        Rate this visit
      </button>
    </Actions>
  );
}
