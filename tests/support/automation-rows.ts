import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect } from 'vitest';
import { opportunities } from '../../db/schema';
import type { openOffice } from './office';

export type Office = ReturnType<typeof openOffice>;
export const AT = '2026-11-20T20:00:00.000Z';
export const RUN = {
  workerKey: 'lead-generation',
  trigger: 'schedule',
  startedAt: AT,
  finishedAt: AT,
  status: 'ok',
  message: 'It ran.',
} as const;
export const LEAD = {
  kind: 'lead_lapsed',
  subjectType: 'client',
  subjectId: '12',
  title: 'Maria Santos has not been back',
  reason: '3 jobs, last on 2 September, usual gap 28 days.',
  evidence: '[{"type":"work-order","id":3,"text":"WO-3, finished 2 September"}]',
  score: 72,
  valueCents: 149_00,
  valueBasis: 'median of 3 jobs',
  callOnly: 'No consent on record: call only.',
  createdAt: AT,
  statusChangedAt: AT,
} as const;
export type Lead = Partial<typeof opportunities.$inferInsert>;
/** Inserts opportunities, each the lead with some changes. */
export function addLeads({ db }: Office, leads: readonly Lead[]): void {
  for (const [place, lead] of leads.entries())
    db.insert(opportunities)
      .values({ ...LEAD, dedupeKey: `lead-${place}`, ...lead })
      .run();
}

/** Waits until the automation can be started, and presses the button. */
export async function pressStart(name: string) {
  const start = await screen.findByRole('button', { name });
  await waitFor(() => expect(start).toBeEnabled());
  await userEvent.click(start);
  return start;
}
