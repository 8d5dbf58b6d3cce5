import { phoneHref } from '../../shared/phone';

const LINK =
  'inline-flex min-h-8 max-w-full items-center text-pine-700 underline underline-offset-4 [overflow-wrap:anywhere] max-lg:min-h-11';

export const ContactLinks = ({ email, phone }: { email: string | null; phone: string | null }) => (
  <p className="flex flex-wrap gap-x-4">
    {email && (
      <a className={LINK} href={`mailto:${email}`}>
        {email}
      </a>
    )}
    {!email && phone && <span className="inline-flex min-h-8 items-center text-muted max-lg:min-h-11">No e-mail: call</span>}
    {phone && (
      <a className={LINK} href={phoneHref(phone)}>
        {phone}
      </a>
    )}
  </p>
);
