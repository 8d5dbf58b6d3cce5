const MAPS = 'https://www.google.com/maps';

export const ViewOnMap = ({ address }: { address: string }) => (
  <MapLink href={`${MAPS}/search/?api=1&query=${encodeURIComponent(address)}`} label="View on Map" />
);

export const GetDirections = ({ address, label = 'Get Directions' }: { address: string; label?: string }) => (
  <MapLink href={`${MAPS}/dir/?api=1&destination=${encodeURIComponent(address)}`} label={label} />
);

export const MapLink = ({ href, label }: { href: string; label: string }) => (
  <a className="button-ghost" href={href} target="_blank" rel="noopener noreferrer">
    {label}
    <span className="sr-only"> (opens in a new tab)</span>
  </a>
);
