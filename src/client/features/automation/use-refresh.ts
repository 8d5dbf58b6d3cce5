import { useState } from 'react';

const REFRESH_MS = 30_000;

/** Returns the auto-refresh switch of a dashboard and the query option that follows it. */
export function useRefresh() {
  const [isOn, setIsOn] = useState(true);
  return { isOn, setIsOn, refetch: { refetchInterval: isOn ? REFRESH_MS : (false as const) } };
}
