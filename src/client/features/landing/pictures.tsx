/** A window, half of it wiped clear. */
export function WindowPicture() {
  return (
    <svg
      viewBox="0 0 560 440"
      role="img"
      aria-label="A window, half of it wiped clear, onto pine hills"
      className="mx-auto block w-full max-w-[420px] self-end lg:max-w-none"
    >
      <defs>
        <clipPath id="pane">
          <path d="M20 40a20 20 0 0 1 20-20h480a20 20 0 0 1 20 20v400H20z" />
        </clipPath>
        <clipPath id="wiped">
          <path d="M20 20h120c210 20 300 150 330 420H20z" />
        </clipPath>
      </defs>
      <g clipPath="url(#pane)">
        <path fill="oklch(0.80 0.03 200)" d="M0 0h560v440H0z" />
        <path opacity=".35" d="M0 300c90-80 150-60 230-110s190-20 330 30v220H0z" fill="oklch(0.6 0.04 180)" />
        <g clipPath="url(#wiped)">
          <path fill="oklch(0.93 0.05 220)" d="M0 0h560v440H0z" />
          <circle cx="150" cy="120" r="46" fill="var(--color-citrus-400)" />
          <path d="M0 300c90-90 150-60 230-120s190-10 330 40v220H0z" fill="oklch(0.76 0.07 155)" />
          <path d="M0 350c80-40 170-50 260-20s200 30 300-10v120H0z" fill="oklch(0.62 0.085 160)" />
          <path d="M0 400c120-30 260-30 560-6v46H0z" fill="oklch(0.84 0.10 110)" />
          <path
            fill="var(--color-pine-700)"
            d="M92 400l26-78 26 78zM100 372l18-62 18 62zM176 410l32-104 32 104zM188 366l20-80 20 80zM300 404l22-66 22 66zM306 380l16-58 16 58z"
          />
        </g>
        <path d="M140 20c210 20 300 150 330 420" fill="none" stroke="#fff" strokeOpacity=".9" strokeWidth="5" />
      </g>
      <path
        d="M20 440V40a20 20 0 0 1 20-20h480a20 20 0 0 1 20 20v400M280 20v420M20 220h520"
        fill="none"
        stroke="oklch(0.97 0.01 158)"
        strokeWidth="10"
      />
      <g transform="translate(455 372) rotate(72)">
        <rect x="-64" y="-9" width="128" height="16" rx="8" fill="var(--color-pine-950)" />
        <rect x="-70" y="5" width="140" height="7" rx="3.5" fill="var(--color-citrus-400)" />
        <rect x="-6" y="-84" width="12" height="78" rx="6" fill="var(--color-pine-700)" />
      </g>
    </svg>
  );
}

const CREW = [
  { x: 90, skin: '#e8b48f', hair: '#3b2a22', height: 0 },
  { x: 230, skin: '#a9714b', hair: '#1d1714', height: -14 },
  { x: 370, skin: '#f0c8a8', hair: '#8a5a2f', height: 4 },
];

/** Three of the crew in the company's uniform, with mop, bucket and squeegee. */
export function CrewPicture() {
  return (
    <svg viewBox="0 0 460 300" role="img" aria-label="Three cleaners in the green uniform of the company" className="block w-full">
      <path d="M0 0h460v300H0z" fill="var(--color-sky-100)" />
      <path d="M0 236c90-40 180-30 260-14s150 8 200-12v90H0z" fill="var(--color-sage-200)" />
      <circle cx="398" cy="58" r="26" fill="var(--color-citrus-400)" />
      {CREW.map(({ x, skin, hair, height }) => (
        <g key={x} transform={`translate(${x} ${height})`}>
          <path d="M-26 300v-74h52v74z" fill="var(--color-pine-950)" />
          <path d="M-40 236v-58c0-22 16-34 40-34s40 12 40 34v58z" fill="var(--color-pine-700)" />
          <path d="M-22 152h44v84h-44z" fill="var(--color-pine-600)" />
          <rect x="6" y="176" width="14" height="14" rx="4" fill="var(--color-citrus-400)" />
          <path d="M-9 128h18v22c-5 7-13 7-18 0z" fill={skin} />
          <circle cy="108" r="27" fill={skin} />
          <path d="M-28 108c-2-34 18-40 28-40s30 6 28 40c-6-16-14-22-28-22s-22 6-28 22z" fill={hair} />
          <path d="M-30 92c4-28 56-28 60 0z" fill="var(--color-pine-700)" />
          <path d="M-34 92h56c6 0 10 3 10 6h-66z" fill="var(--color-pine-950)" />
          <path d="M-9 106h.1M9 106h.1" stroke="#2a1d16" strokeWidth="5" strokeLinecap="round" />
          <path d="M-8 118c5 5 11 5 16 0" stroke="#2a1d16" strokeWidth="2.500" fill="none" strokeLinecap="round" />
        </g>
      ))}
      <path d="M150 90v196" stroke="#8a6a43" strokeWidth="7" strokeLinecap="round" />
      <path d="M128 292c0-16 8-24 22-24s22 8 22 24z" fill="var(--color-paper)" stroke="var(--color-sage-300)" strokeWidth="3" />
      <path d="M282 250h44l-6 46h-32z" fill="var(--color-citrus-400)" />
      <path d="M284 250c2-30 38-30 40 0" fill="none" stroke="var(--color-pine-950)" strokeWidth="4" />
      <path d="M424 150v90" stroke="var(--color-pine-950)" strokeWidth="7" strokeLinecap="round" />
      <path d="M400 150h48" stroke="var(--color-pine-950)" strokeWidth="10" strokeLinecap="round" />
    </svg>
  );
}

/** What the store sells, on a shelf. */
export function ShelfPicture() {
  return (
    <svg viewBox="0 0 360 220" aria-hidden="true" className="block w-full">
      <path d="M20 192h320" stroke="var(--color-pine-700)" strokeWidth="8" strokeLinecap="round" />
      <path d="M52 188v-76l12-18V74h26v20l12 18v76z" fill="var(--color-pine-600)" />
      <path d="M58 74h36l8-16H72zM102 60h14" fill="var(--color-pine-950)" stroke="var(--color-pine-950)" strokeWidth="5" />
      <path d="M56 128h42v34H56z" fill="var(--color-sage-100)" />
      <path d="M130 188V92c0-8 6-14 14-14h34c8 0 14 6 14 14v96z" fill="var(--color-citrus-400)" />
      <path d="M146 60h30v18h-30z" fill="var(--color-pine-950)" />
      <path d="M138 112h46v44h-46z" fill="var(--color-paper)" />
      <path d="M161 120c10 12 10 20 0 26-10-6-10-14 0-26z" fill="var(--color-sky-300)" />
      <path
        d="M222 188v-26h104v26zM232 162v-22h84v22zM226 140v-22h96v22z"
        fill="var(--color-sky-300)"
        stroke="var(--color-pine-700)"
        strokeWidth="2"
      />
      <path d="M250 110h48l8-26h-64z" fill="var(--color-sage-300)" />
    </svg>
  );
}

/** The director, drawn. */
export function DirectorPicture() {
  return (
    <svg viewBox="0 0 120 120" aria-hidden="true" className="size-24 shrink-0 rounded-full bg-sage-200">
      <path d="M14 120c2-30 20-42 46-42s44 12 46 42z" fill="var(--color-pine-700)" />
      <path d="M50 66h20v18c-6 8-14 8-20 0z" fill="#e0a984" />
      <circle cx="60" cy="50" r="24" fill="#e8b48f" />
      <path d="M34 54c-4-34 12-42 26-42s32 8 26 44c-4-14-10-24-26-24S38 42 34 54z" fill="#5b4636" />
      <path d="M51 50h.1M69 50h.1" stroke="#2a1d16" strokeWidth="5" strokeLinecap="round" />
      <path d="M52 61c5 5 11 5 16 0" stroke="#2a1d16" strokeWidth="2.5" fill="none" strokeLinecap="round" />
      <path d="M52 82l8 10 8-10" fill="none" stroke="var(--color-citrus-400)" strokeWidth="4" />
    </svg>
  );
}
