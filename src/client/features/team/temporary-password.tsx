import { TEMPORARY_PASSWORD_HOURS } from '../../../shared/team';
import { NewPassword } from '../../ui/new-password';

export const TEMPORARY_PASSWORD_TEXT = `It lasts ${TEMPORARY_PASSWORD_HOURS} hours and is shown only now. Please pass it on; a password of their own is chosen after signing in.`;

type TemporaryPasswordProps = { employeeId: string; password: string; onDone: () => void };

/** Shows a temporary password to pass on, with the employee ID that it belongs to. */
export const TemporaryPassword = ({ employeeId, ...props }: TemporaryPasswordProps) => (
  <NewPassword {...props} of={['Employee ID', employeeId]} label="Temporary password" />
);
