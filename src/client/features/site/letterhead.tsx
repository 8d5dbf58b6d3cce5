import { formatAddress } from '../../../shared/company';
import { useCompany } from '../../ui/public/company';

export function Letterhead() {
  const { name, phone, email, ...place } = useCompany();
  return (
    <div className="wrap hidden border-line border-b pb-3 print:block">
      <p className="font-bold font-display text-xl">{name}</p>
      <p>
        {formatAddress(place)} · {phone.display} · {email}
      </p>
    </div>
  );
}
