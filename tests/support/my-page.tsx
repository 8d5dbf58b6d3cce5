import { cleanup, render } from '@testing-library/react';
import { createTRPCClient } from '@trpc/client';
import { callLink } from '../../src/client/call-link';
import { loadPortal } from '../../src/client/features/portal/load-portal';
import { PortalPage } from '../../src/client/features/portal/portal-page';
import type { AppRouter } from '../../src/server/router';
import { MARIA } from './dispatch';
import { openOffice } from './office';
import { insertRow } from './rows';

/** Opens a company with Maria as client 1, signed in on her own page, and Dee as member 1. */
export async function openMariasPage() {
  const office = openOffice({ as: { client: 1 } });
  await office.admin.clients.create(MARIA);
  insertRow(office.db, 'team_members');
  return office;
}

/** Adds a finished visit of Maria. */
export const addDone = ({ db }: Pick<ReturnType<typeof openOffice>, 'db'>, day: string) =>
  insertRow(db, 'work_orders', {
    ...{ work_order_id: `WO-${day}`, inquiry_id: null, status: 'completed', scheduled_date: `${day}T18:00:00.000Z` },
    ...{ service_type: 'residential', processed_date: null, completed_date: `${day}T20:00:00.000Z` },
  });

/** Shows a page below /my as the server's answer begins it. */
export async function openMyPage(address = ''): Promise<void> {
  cleanup();
  const data = await loadPortal(createTRPCClient<AppRouter>({ links: [callLink()] }), address);
  render(<PortalPage data={data} />);
}
