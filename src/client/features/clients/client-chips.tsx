import type { ClientStatus } from '../../../shared/client-status';
import type { ClientRow } from '../../../shared/clients';
import { Chip, type Tone } from '../../ui/chip';

const TONES: Record<ClientStatus, Tone> = { lead: 'waiting', 'one-time': 'active', recurring: 'good', lapsed: 'bad' };

export const ClientChips = ({ status, doNotService, isActive }: Pick<ClientRow, 'status' | 'doNotService' | 'isActive'>) => (
  <>
    {doNotService && <Chip tone="bad">do not service</Chip>}
    <Chip tone={TONES[status]}>{status}</Chip>
    {!isActive && <Chip tone="quiet">inactive</Chip>}
  </>
);
