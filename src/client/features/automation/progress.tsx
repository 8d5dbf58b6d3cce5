type ProgressProps = { label: string; percent: number; text: string; title?: string };

export const Progress = ({ label, percent, text, title }: ProgressProps) => (
  <div className="grid gap-1.5" title={title}>
    <p className="flex flex-wrap items-baseline justify-between gap-x-3 text-[15px]">
      <span className="font-medium">{label}</span>
      <span className="text-muted text-sm tabular-nums">{text}</span>
    </p>
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      aria-valuetext={text}
      className="h-2.5 overflow-hidden rounded-full bg-sage-100"
    >
      <div className="h-full rounded-full bg-pine-700" style={{ width: `${percent}%` }} />
    </div>
  </div>
);
