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
