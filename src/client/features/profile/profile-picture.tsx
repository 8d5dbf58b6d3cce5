export const ProfilePicture = () => (
  <svg
    viewBox="0 0 560 426"
    role="img"
    aria-label="The two pages of the printed company profile"
    className="mx-auto mt-5 block w-full max-w-[360px] lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:mt-0 lg:max-w-none"
  >
    <ellipse cx="290" cy="392" rx="260" ry="34" fill="var(--color-pine-950)" opacity=".55" />
    <g transform="translate(270 44) rotate(8)">
      <rect width="250" height="330" rx="8" fill="var(--color-sage-50)" />
      <path d="M0 262h250v60a8 8 0 0 1-8 8H8a8 8 0 0 1-8-8z" fill="var(--color-pine-700)" />
      <path d="M24 30h90M24 166h110" stroke="var(--color-pine-900)" strokeWidth="9" strokeLinecap="round" />
      <g fill="var(--color-sage-200)">
        <rect x="20" y="48" width="64" height="40" rx="6" />
        <rect x="92" y="48" width="64" height="40" rx="6" />
        <rect x="164" y="48" width="64" height="40" rx="6" />
        <rect x="20" y="96" width="64" height="40" rx="6" />
        <rect x="92" y="96" width="64" height="40" rx="6" />
      </g>
      <rect x="164" y="96" width="64" height="40" rx="6" fill="var(--color-citrus-400)" />
      <g fill="var(--color-pine-600)">
        <circle cx="30" cy="194" r="8" />
        <circle cx="30" cy="220" r="8" />
        <circle cx="136" cy="194" r="8" />
        <circle cx="136" cy="220" r="8" />
      </g>
      <path
        d="M48 191h60M48 198h44M48 217h60M48 224h36M154 191h66M154 198h40M154 217h60M154 224h48"
        stroke="var(--color-sage-300)"
        strokeWidth="4"
        strokeLinecap="round"
      />
      <path d="M22 284h70M22 304h40M132 304h70" stroke="var(--color-sage-100)" strokeWidth="5" strokeLinecap="round" opacity=".8" />
    </g>
    <g transform="translate(40 56) rotate(-5)">
      <rect width="250" height="330" rx="8" fill="#fff" />
      <path d="M0 8a8 8 0 0 1 8-8h234a8 8 0 0 1 8 8v132H0z" fill="var(--color-pine-700)" />
      <path d="M20 62h76M20 86h58" stroke="#fff" strokeWidth="15" strokeLinecap="round" />
      <path d="M20 112h68" stroke="var(--color-sage-300)" strokeWidth="5" strokeLinecap="round" />
      <rect x="18" y="18" width="20" height="20" rx="6" fill="var(--color-citrus-400)" />
      <g transform="translate(124 40)">
        <path d="M0 100V10A10 10 0 0 1 10 0h88a10 10 0 0 1 10 10v90z" fill="oklch(0.8 0.03 200)" />
        <path d="M0 100V10A10 10 0 0 1 10 0h8c46 4 66 40 70 100z" fill="oklch(0.93 0.05 220)" />
        <circle cx="26" cy="26" r="10" fill="var(--color-citrus-400)" />
        <path d="M0 72c24-22 44-12 60-26 14 14 24 32 27 54H0z" fill="oklch(0.62 0.085 160)" />
        <path d="M54 0v100M0 50h108" stroke="var(--color-sage-50)" strokeWidth="4" />
      </g>
      <path d="M0 140h250v44H0z" fill="var(--color-citrus-400)" />
      <path d="M20 156h28M78 156h28M136 156h28M194 156h28" stroke="var(--color-pine-950)" strokeWidth="8" strokeLinecap="round" />
      <path d="M20 171h36M78 171h24M136 171h30M194 171h26" stroke="var(--color-pine-700)" strokeWidth="4" strokeLinecap="round" />
      <path d="M20 212h72M134 212h84" stroke="var(--color-pine-900)" strokeWidth="9" strokeLinecap="round" />
      <path
        d="M20 234h86M20 246h80M20 258h88M20 270h52M134 234h92M134 246h84M134 258h92M134 270h88M134 282h60"
        stroke="var(--color-sage-300)"
        strokeWidth="4"
        strokeLinecap="round"
      />
      <path d="M20 296h86" stroke="var(--color-pine-600)" strokeWidth="2" />
      <path d="M20 310h74" stroke="var(--color-pine-600)" strokeWidth="6" strokeLinecap="round" />
    </g>
  </svg>
);
