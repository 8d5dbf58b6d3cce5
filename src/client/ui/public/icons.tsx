const PATHS = {
  phone: 'M5 3h4l2 5-3 2a11 11 0 0 0 6 6l2-3 5 2v4a2 2 0 0 1-2 2A17 17 0 0 1 3 5a2 2 0 0 1 2-2z',
  mail: 'M3 6h18v12H3zM3 7l9 7 9-7',
  pin: 'M12 21s7-6.2 7-11.5A7 7 0 0 0 5 9.5C5 14.8 12 21 12 21zM12 12a2.6 2.6 0 1 0 0-5.2 2.6 2.6 0 0 0 0 5.2z',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v5l3.5 2',
  menu: 'M4 7h16M4 12h16M4 17h16',
  close: 'M5 5l14 14M19 5L5 19',
  download: 'M12 4v11m0 0l-4.5-4.5M12 15l4.5-4.5M5 20h14',
  admin: 'M12 3l8 3v6c0 5-3.4 8-8 9-4.6-1-8-4-8-9V6zM9 12l2.2 2.2L15.5 10',
  cart: 'M3 4h2l2.4 11h10.2L20 7H6M9 20.2h.01M16.5 20.2h.01',
  check: 'M4 12.5l5 5L20 6.5',
  star: 'M12 3l2.7 5.8 6.3.8-4.6 4.4 1.2 6.3L12 17.2 6.4 20.3l1.2-6.3L3 9.6l6.3-.8z',
  link: 'M10 14a4.5 4.5 0 0 0 6.4 0l3-3A4.5 4.5 0 0 0 13 4.6L12 5.6M14 10a4.5 4.5 0 0 0-6.4 0l-3 3A4.5 4.5 0 0 0 11 19.400l1-1',
  out: 'M8 16L17 7M9 7h8v8',
  facebook: 'M14 8h3V4h-3a4 4 0 0 0-4 4v3H7v4h3v6h4v-6h3l1-4h-4V8z',
  instagram: 'M7 3h10a4 4 0 0 1 4 4v10a4 4 0 0 1-4 4H7a4 4 0 0 1-4-4V7a4 4 0 0 1 4-4zM12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM17 7h.01',
  x: 'M4 4l16 16M20 4L4 20M4 4h4l12 16h-4z',
  google: 'M20 12h-8M20 12a8 8 0 1 1-2.6-5.9',
} as const;

type IconProps = {
  name?: keyof typeof PATHS;
  /** The path of an icon that only one page has. */
  d?: string | undefined;
  className?: string | undefined;
};

/** Draws an icon as lines in the text's colour. */
export const Icon = ({ name, d = name && PATHS[name], className = 'size-5' }: IconProps) => (
  <svg
    viewBox="0 0 24 24"
    className={className}
    fill="none"
    stroke="currentColor"
    strokeWidth="2"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    <path d={d} />
  </svg>
);

export const Logo = ({ className = 'size-[30px]' }: { className?: string }) => (
  <svg viewBox="0 0 30 30" className={className} aria-hidden="true">
    <rect width="30" height="30" rx="9" fill="var(--color-citrus-400)" />
    <path d="M7 9h16M7 9c0 8 5 13 16 13" fill="none" stroke="var(--color-pine-950)" strokeWidth="3" strokeLinecap="round" />
  </svg>
);
