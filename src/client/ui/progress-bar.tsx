type ProgressBarProps = { label: string; value: number; most?: number; text: string; look?: string };

/** Shows how much of something is reached; `text` says it in words for screen readers. */
export const ProgressBar = ({ label, value, most = 100, text, look = 'h-2' }: ProgressBarProps) => (
  <div
    role="progressbar"
    aria-label={label}
    aria-valuemin={0}
    aria-valuemax={most}
    aria-valuenow={value}
    aria-valuetext={text}
    className={`overflow-hidden rounded-full bg-sage-100 ${look}`}
  >
    <div className="h-full rounded-full bg-pine-600" style={{ width: `${(100 * value) / most}%` }} />
  </div>
);
