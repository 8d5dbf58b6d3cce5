import { useEffect, useEffectEvent, useState } from 'react';

/**
 * Loads a part of the office's code when it is wanted for the first time. Runs `onFailed` if it cannot be loaded; the next time tries
 * again.
 */
export function useCode<Code extends object>(load: () => Promise<Code>, isWanted: boolean, onFailed: () => void): Code | undefined {
  const [code, setCode] = useState<Code>();
  const isMissing = isWanted && code === undefined;
  const begin = useEffectEvent(() => {
    load().then(setCode, onFailed);
  });

  // Loads the code over the network.
  useEffect(() => {
    if (isMissing) begin();
  }, [isMissing]);
  return code;
}
