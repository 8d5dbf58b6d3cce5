import { useCompany } from './company';
import { Icon } from './icons';

export function CompanyContact() {
  const { phone, email } = useCompany();
  const look = 'inline-flex min-h-11 items-center gap-3 hover:underline';
  return (
    <address className="grid justify-items-start not-italic">
      <a className={look} href={phone.href}>
        <Icon name="phone" className="size-5 shrink-0" />
        {phone.display}
      </a>
      <a className={look} href={`mailto:${email}`}>
        <Icon name="mail" className="size-5 shrink-0" />
        {email}
      </a>
    </address>
  );
}
