import type { FieldAction } from '../../../shared/field';

export const nameAction = (action: FieldAction): string => `${action.clientName}: ${nameDeed(action)}`;

function nameDeed(action: FieldAction): string {
  if (action.kind === 'respond') return action.accepted ? 'Accept' : 'Decline';
  if (action.kind === 'status') return `Status ${action.status}`;
  if (action.kind === 'component') return `${action.component}: ${action.isCompleted ? 'Done' : 'Pending'}`;
  return action.kind === 'remark' ? `Remark: ${action.remarks}` : `Photo (${action.photoKind})`;
}
