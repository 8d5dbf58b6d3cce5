import { type ComponentType, useEffect, useState } from 'react';
import { showToast } from '../../../ui/toast/toast-store';
import { closePalette, usePaletteRequest } from '../palette-store';
import type { PaletteProps } from './palette';

/** Shows the command palette while it is open. Its code is loaded when it is opened for the first time. */
export function PaletteHost(actions: Pick<PaletteProps, 'onShortcuts' | 'onLogOut'>) {
  const request = usePaletteRequest();
  const [Palette, setPalette] = useState<ComponentType<PaletteProps>>();
  const isMissing = request !== null && !Palette;

  // Loads the code over the network.
  useEffect(() => {
    if (!isMissing) return;
    import('./palette').then(
      (loaded) => setPalette(() => loaded.Palette),
      () => {
        closePalette();
        showToast({ title: 'Search is not available', description: 'Check your connection and try again.', kind: 'destructive' });
      },
    );
  }, [isMissing]);

  return request && Palette ? <Palette text={request.text} onClose={closePalette} {...actions} /> : null;
}
