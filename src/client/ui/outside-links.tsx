const MAPS = 'https://www.google.com/maps';

export const ViewOnMap = ({ address }: { address: string }) => (
  <NewTabLink href={`${MAPS}/search/?api=1&query=${encodeURIComponent(address)}`} label="View on Map" />
);

export const GetDirections = ({ address, label = 'Get Directions' }: { address: string; label?: string }) => (
  <NewTabLink href={`${MAPS}/dir/?api=1&destination=${encodeURIComponent(address)}`} label={label} />
);

export const NewTabLink = ({ href, label, look = 'button-ghost' }: { href: string; label: string; look?: string }) => (
  <a className={look} href={href} target="_blank" rel="noopener noreferrer">
    {label}
    <span className="sr-only"> (opens in a new tab)</span>
  </a>
);
