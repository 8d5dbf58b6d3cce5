import { useState } from 'react';

/** How often a dashboard reads again by itself (back-office.md §9). */
const REFRESH_MS = 30_000;

/** Whether a dashboard reads again by itself, and the option that makes its queries do so. */
export function useRefresh() {
  const [isOn, setIsOn] = useState(true);
  return { isOn, setIsOn, refetch: { refetchInterval: isOn ? REFRESH_MS : (false as const) } };
}
