import { useState } from 'react';

const REFRESH_MS = 30_000;

export function useRefresh() {
  const [isOn, setIsOn] = useState(true);
  return { isOn, setIsOn, refetch: { refetchInterval: isOn ? REFRESH_MS : (false as const) } };
}
