import { phoneHref } from '../../shared/phone';

const LINK =
  'inline-flex min-h-8 max-w-full items-center text-pine-700 underline underline-offset-4 [overflow-wrap:anywhere] max-lg:min-h-11';

export const ContactLinks = ({ email, phone }: { email: string; phone: string | null }) => (
  <p className="flex flex-wrap gap-x-4">
    {email && (
      <a className={LINK} href={`mailto:${email}`}>
        {email}
      </a>
    )}
    {phone && (
      <a className={LINK} href={phoneHref(phone)}>
        {phone}
      </a>
    )}
  </p>
);
