import { formatService } from '../../shared/dispatch';
import { companyValues, getMessageText } from '../../shared/message-templates';
import { type MessageText, renderMessage } from '../../shared/message-text';
import { writeReminderSms } from '../../shared/sms-text';
import { formatShortDay, formatTime } from '../../shared/staff-times';
import { businessDay, formatDay } from '../../shared/time';
import type { Ctx } from '../context';
import { attachVisit, type EntryAttachment } from '../mail/messages/calendar-entry';
import { formatWork } from '../mail/messages/job';
import type { Channel } from '../mail/outbox';
import { getCompany, getSettings } from '../settings/service';
import { getVisitBounds, listCrewNames, type VisitRow } from './visit';

const names = new Intl.ListFormat('en-CA', { type: 'conjunction' });

const getVisitUrl = ({ origin }: Pick<Ctx, 'origin'>, { visitToken }: VisitRow): string => `${origin}/visit/${visitToken}`;

/** Writes a reminder with the present date and crew of its visit: as a mail, or as a text of one part. */
export function writeReminder(ctx: Ctx, visit: VisitRow, channel: Channel, crewNames = listCrewNames(ctx, visit.id)): MessageText {
  const [begins, ends] = getVisitBounds(visit);
  const crew = names.format(crewNames);
  const visitLink = getVisitUrl(ctx, visit);
  const day = businessDay(begins);
  const company = getCompany(ctx);
  if (channel === 'sms') {
    const when = `${formatShortDay(day)}, ${formatTime(begins)}`;
    return { subject: `Your visit on ${when}`, body: writeReminderSms({ companyName: company.name, when, crew, link: visitLink }) };
  }
  return renderMessage(getMessageText('visit_reminder', getSettings(ctx).messageTemplates), {
    ...companyValues(company),
    customerName: visit.clientName,
    work: formatWork(visit),
    day: formatDay(day),
    window: `${formatTime(begins)} to ${formatTime(ends)}`,
    crew,
    visitLink,
  });
}

/** Attaches the entry of a visit, which updates the one that the client has from its booking or first date. */
export const createReminderEntry = (ctx: Ctx, visit: VisitRow): EntryAttachment =>
  attachVisit(
    'cleaning.ics',
    {
      uid: visit.booking?.reference ?? visit.workOrderId,
      sequence: visit.booking?.calendarSequence ?? visit.scheduleVersion,
      bounds: getVisitBounds(visit),
      createdAt: visit.createdAt,
      changedAt: visit.updatedAt,
      service: formatService(visit.serviceType),
      address: visit.address,
      description: `Reference: ${visit.booking?.reference ?? visit.workOrderId}`,
      url: getVisitUrl(ctx, visit),
      person: { name: visit.clientName, email: visit.email },
      isCancelled: false,
    },
    'PUBLISH',
  );
