import { TEMPORARY_PASSWORD_HOURS } from '../../../shared/team';
import { NewPassword } from '../../ui/new-password';

export const TEMPORARY_PASSWORD_TEXT = `Give this password to the team member now; it is shown only once. It expires after ${TEMPORARY_PASSWORD_HOURS} hours, and they choose their own after signing in.`;

type TemporaryPasswordProps = { employeeId: string; password: string; onDone: () => void };

export const TemporaryPassword = ({ employeeId, ...props }: TemporaryPasswordProps) => (
  <NewPassword {...props} of={['Employee ID', employeeId]} label="Temporary password" />
);
