import type { WorkOrder } from '../../src/shared/dispatch';
import type { Job } from '../../src/shared/field';

const AT = '2026-11-20T20:05:00.000Z';
/** A work order on the wire. */
export const ORDER: WorkOrder = {
  id: 1,
  workOrderId: 'WO-1-ABC',
  clientId: 1,
  serviceType: 'residential',
  description: null,
  scheduledDate: '2026-11-20T21:00:00.000Z',
  processedDate: null,
  completedDate: null,
  finalizedDate: null,
  assignedTeamMember: null,
  status: 'scheduled',
  priority: 'urgent',
  estimatedDuration: 120,
  actualDuration: null,
  totalAmount: null,
  notes: null,
  cancelReason: null,
  createdAt: AT,
  updatedAt: AT,
  isBooked: false,
  isDateSent: false,
  client: {
    id: 1,
    name: 'Maria Santos',
    email: 'maria@example.com',
    phone: '(250) 555-0133',
    address: '12 Seymour St, Kamloops',
    doNotService: false,
    doNotServiceReason: null,
  },
  jobComponents: [
    {
      id: 7,
      workOrderId: 1,
      component: 'Kitchen',
      description: 'Counters',
      estimatedTime: 45,
      actualTime: null,
      isCompleted: false,
      completedAt: null,
      notes: null,
    },
  ],
};
const { totalAmount: _, ...withoutPrice } = ORDER;
/** Its form on Dee's phone. */
export const JOB: Job = {
  ...withoutPrice,
  assignedTeamMember: 'Dee Marsh',
  assignment: { id: 9, status: 'assigned', estimatedArrival: null },
  accessNotes: null,
  remarks: [],
  photos: [],
};
