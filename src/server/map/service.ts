import { and, asc, count, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { clientAddresses, clients, memberName, teamMembers, workOrders } from '../../../db/schema';
import { DomainError } from '../../shared/errors';
import { MAX_MAP_JOBS, type MapDay, type MapJob, type MapSettings, type mapDayInput, type mapPlaceInput } from '../../shared/map';
import type { Position } from '../../shared/position';
import { getAddress, savePosition } from '../clients/places';
import type { Ctx } from '../context';
import { isInCrew, isJobOf } from '../dispatch/crews';
import { isJobOnDay } from '../dispatch/work-orders';
import { getSettings } from '../settings/service';

const toPosition = (latitude: number | null, longitude: number | null): Position | null =>
  latitude === null || longitude === null ? null : { latitude, longitude };

function isOfMember(teamMemberId: number | null | undefined) {
  if (teamMemberId === undefined) return undefined;
  // The plus keeps SQLite from the member's index, which covers all unassigned jobs; a day has few.
  return teamMemberId === null ? sql`+${workOrders.assignedTeamMemberId} is null` : isJobOf(teamMemberId);
}

/** Returns the first jobs of a day, one more than the map shows. The order is that of the index. */
function readJobs(ctx: Ctx, { day, teamMemberId }: z.output<typeof mapDayInput>): MapJob[] {
  const rows = ctx.db
    .select({
      order: workOrders,
      client: clients,
      place: clientAddresses,
      memberName: sql<string | null>`${memberName}`,
      isBooked: sql`exists (select 1 from appointment_bookings where work_order_id = ${workOrders.id})`.mapWith(Boolean),
    })
    .from(workOrders)
    .innerJoin(clients, eq(clients.id, workOrders.clientId))
    .leftJoin(clientAddresses, eq(clientAddresses.id, workOrders.addressId))
    .leftJoin(teamMembers, eq(teamMembers.id, workOrders.assignedTeamMemberId))
    .where(and(isJobOnDay(day), isOfMember(teamMemberId)))
    .orderBy(asc(workOrders.scheduledDate), asc(workOrders.status))
    .limit(MAX_MAP_JOBS + 1)
    .all();
  return rows.map(({ order, client, place, memberName, isBooked }) => ({
    id: order.id,
    workOrderId: order.workOrderId,
    clientId: order.clientId,
    addressId: order.addressId,
    serviceType: order.serviceType,
    status: order.status,
    priority: order.priority,
    scheduledDate: order.scheduledDate,
    estimatedDuration: order.estimatedDuration,
    clientName: client.name,
    address: (place ?? client).address,
    position: toPosition((place ?? client).latitude, (place ?? client).longitude),
    teamMemberId: order.assignedTeamMemberId,
    teamMember: memberName,
    hasFixedWindow: isBooked,
  }));
}

/** Returns the jobs of a day with their positions, and the number of the day's jobs that each member leads or helps at. */
export function listDay(ctx: Ctx, input: z.output<typeof mapDayInput>): MapDay {
  const rows = readJobs(ctx, input);
  const counts = ctx.db
    .select({ id: teamMembers.id, name: sql<string | null>`${memberName}`, jobs: count() })
    .from(workOrders)
    .leftJoin(teamMembers, isInCrew(teamMembers.id))
    .where(isJobOnDay(input.day))
    .groupBy(teamMembers.id)
    .all();
  return {
    rows: rows.slice(0, MAX_MAP_JOBS),
    isCut: rows.length > MAX_MAP_JOBS,
    members: counts
      .flatMap(({ id, name, jobs }) => (id === null || name === null ? [] : [{ id, name, jobs }]))
      .sort((a, b) => a.name.localeCompare(b.name)),
    unassigned: counts.find(({ id }) => id === null)?.jobs ?? 0,
  };
}

/**
 * Looks an address up with the configured geocoder and saves its position. Throws CONFLICT without a geocoder, NOT_FOUND, UNPROCESSABLE
 * for an address that the geocoder does not know, TOO_MANY and UNAVAILABLE.
 */
export async function lookUpPosition(ctx: Ctx, place: z.output<typeof mapPlaceInput>) {
  const { geocoder } = ctx.mapSources;
  if (!geocoder) throw new DomainError('CONFLICT', 'No address look-up is set up.');
  const found = await geocoder.find(getAddress(ctx, place));
  if (!found) throw new DomainError('UNPROCESSABLE', 'The look-up does not know this address. Please paste the coordinates instead.');
  const { licence, ...position } = found;
  return { ...savePosition(ctx, { ...place, ...position }), licence };
}

/** Returns the depot, and the tiles and the geocoder's host if they are configured. */
export function getMapSettings(ctx: Ctx): MapSettings {
  const { tileUrl, attribution, geocoder } = ctx.mapSources;
  return {
    depot: getSettings(ctx).depot,
    tileUrl: tileUrl ?? null,
    attribution: attribution ?? (tileUrl === undefined ? null : `Map tiles: ${new URL(tileUrl.replace('{s}', 'a')).host}`),
    lookUpHost: geocoder?.host ?? null,
  };
}
