import type { PROFILE_SERVICES } from '../../../shared/profile';

type Service = (typeof PROFILE_SERVICES)[number]['id'];

const PATHS: Record<Service, string> = {
  residential: 'M5 21L20 8l15 13M9 18v16h22V18M16 34v-9h8v9',
  commercial: 'M8 34V7h16v27M24 16h8v18M4 34h32M13 13h6M13 19h6M13 25h6M28 22v.1M28 28v.1',
  healthcare: 'M6 12a4 4 0 0 1 4-4h20a4 4 0 0 1 4 4v17a4 4 0 0 1-4 4H10a4 4 0 0 1-4-4zM20 14v13M13.5 20.5h13',
  educational: 'M3 16L20 8l17 8-17 8zM10 20v9c6 4 14 4 20 0v-9M37 16v10',
  industrial: 'M5 34V18l9 6v-6l9 6v-6l9 6V6h4v28zM12 29h4M22 29h4',
  emergency: 'M22 4L8 22h10l-2 14 16-20H21z',
};

export const ServiceIcon = ({ service }: { service: Service }) => (
  <svg
    viewBox="0 0 40 40"
    className="size-10 shrink-0"
    fill="none"
    stroke="var(--color-pine-700)"
    strokeWidth="2.5"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    <path d={PATHS[service]} />
  </svg>
);
