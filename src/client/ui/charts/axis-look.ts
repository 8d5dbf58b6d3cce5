export const AXIS_COLOR = 'var(--color-muted)';
export const GRID_COLOR = 'var(--color-line)';
export const AXIS_LABEL = { fill: AXIS_COLOR, fontSize: 12, fontFamily: 'var(--font-text)' } as const;
