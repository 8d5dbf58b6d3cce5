import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '../../../db/client';
import { isAmong, prepared } from '../../../db/prepared';
import {
  appointmentBookings,
  appointmentSlots,
  clientAddresses,
  clients,
  teamMembers,
  workOrderAssignments,
  workOrders,
} from '../../../db/schema';
import { quoteWords } from '../../../db/schema/checks';
import type { AssignmentStatus } from '../../shared/assignments';
import { windowBounds } from '../../shared/booking-times';
import { DEFAULT_DURATION_MINUTES, LIVE_ASSIGNMENTS } from '../../shared/dispatch';
import { addMinutes } from '../../shared/time';
import type { Ctx } from '../context';

const visitQuery = (db: Db) =>
  db
    .select({
      id: workOrders.id,
      workOrderId: workOrders.workOrderId,
      serviceType: workOrders.serviceType,
      status: workOrders.status,
      scheduledDate: workOrders.scheduledDate,
      scheduleVersion: workOrders.scheduleVersion,
      visitToken: workOrders.visitToken,
      confirmedAt: workOrders.confirmedAt,
      createdAt: workOrders.createdAt,
      updatedAt: workOrders.updatedAt,
      minutes: sql<number | null>`coalesce(${workOrders.estimatedDuration},
        (select sum(estimated_time) from job_components where work_order_id = ${workOrders.id}))`,
      clientName: clients.name,
      /** The address of the booking, otherwise the client's own, or null. */
      email: sql<string | null>`coalesce(${appointmentBookings.clientEmail}, ${clients.email})`,
      phone: clients.phone,
      smsConsentAt: clients.smsConsentAt,
      doNotService: clients.doNotService,
      address: sql<string>`coalesce(${clientAddresses.address}, ${clients.address})`,
      booking: {
        reference: appointmentBookings.bookingReference,
        calendarSequence: appointmentBookings.calendarSequence,
        manageToken: appointmentBookings.manageToken,
      },
      slot: { date: appointmentSlots.date, timeSlot: appointmentSlots.timeSlot },
    })
    .from(workOrders)
    .innerJoin(clients, eq(clients.id, workOrders.clientId))
    .leftJoin(clientAddresses, eq(clientAddresses.id, workOrders.addressId))
    .leftJoin(appointmentBookings, eq(appointmentBookings.workOrderId, workOrders.id))
    .leftJoin(appointmentSlots, eq(appointmentSlots.id, appointmentBookings.slotId));
const visitById = prepared((db) => visitQuery(db).where(eq(workOrders.id, sql.placeholder('id'))));
const visitsByIds = prepared((db) => visitQuery(db).where(isAmong(workOrders.id)));
const visitByToken = prepared((db) => visitQuery(db).where(eq(workOrders.visitToken, sql.placeholder('token'))));

export type VisitRow = NonNullable<ReturnType<typeof findVisit>>;
/** Returns a job with what its client may know of it. */
export const findVisit = ({ db }: Pick<Ctx, 'db'>, id: number) => visitById(db).get({ id });
export const listVisitRows = ({ db }: Pick<Ctx, 'db'>, ids: readonly number[]): VisitRow[] =>
  visitsByIds(db).all({ ids: JSON.stringify(ids) });
export const findVisitByToken = ({ db }: Pick<Ctx, 'db'>, token: string): VisitRow | undefined => visitByToken(db).get({ token });

/** Returns the start and end of a visit: the booked window if the job begins with it, else its planned minutes. */
export function getVisitBounds({ scheduledDate, slot, minutes }: VisitRow): [begins: string, ends: string] {
  const bounds = slot && windowBounds(slot);
  return bounds?.[0] === scheduledDate ? bounds : [scheduledDate, addMinutes(new Date(scheduledDate), minutes || DEFAULT_DURATION_MINUTES)];
}

const crewNamesBy = (statuses: readonly AssignmentStatus[]) =>
  prepared((db) =>
    db
      .select({
        id: workOrderAssignments.id,
        isLead: workOrderAssignments.isLead,
        assignedAt: workOrderAssignments.assignedAt,
        name: teamMembers.firstName,
      })
      .from(workOrderAssignments)
      .innerJoin(teamMembers, eq(teamMembers.id, workOrderAssignments.teamMemberId))
      .where(
        and(
          eq(workOrderAssignments.workOrderId, sql.placeholder('id')),
          sql.raw(`work_order_assignments.status in (${quoteWords(statuses)})`),
        ),
      ),
  );
const crewNames = crewNamesBy(LIVE_ASSIGNMENTS);
const finishedCrewNames = crewNamesBy(['completed']);
/** Returns the first names of a job's crew, the lead's first; of a finished job the crew that did it. */
export const listCrewNames = ({ db }: Pick<Ctx, 'db'>, id: number, isFinished = false): string[] =>
  (isFinished ? finishedCrewNames : crewNames)(db)
    .all({ id })
    .sort((one, other) => Number(other.isLead) - Number(one.isLead) || one.assignedAt.localeCompare(other.assignedAt) || one.id - other.id)
    .map(({ name }) => name);

const POSTAL_CODE = /\b[A-Z]\d[A-Z][ -]?\d[A-Z]\d\b/gi;
/** Returns the street of an address: what stands before its town, without a postal code. "Unit 5, 12 Seymour St" keeps both parts. */
export function getStreet(address: string): string {
  const parts = address
    .replace(POSTAL_CODE, '')
    .split(/[,\n]/)
    .map((part) => part.replace(/\s+/g, ' ').trim())
    .filter((part) => part !== '');
  const isUnit = /^(unit|suite|apt\.?|apartment|#)\b|^#/i.test(parts[0] ?? '');
  return parts.slice(0, isUnit ? 2 : 1).join(', ');
}
