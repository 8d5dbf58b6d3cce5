import { showToast } from '../../../ui/toast/toast-store';
import { closePalette, usePaletteRequest } from '../palette-store';
import { useCode } from '../use-code';
import type { PaletteProps } from './palette';

const loadPalette = () => import('./palette');
const reportFailure = () => {
  closePalette();
  showToast({ title: 'Search is not available', description: 'Check your connection and try again.', kind: 'destructive' });
};

/** Shows the command palette while it is open. */
export function PaletteHost(actions: Pick<PaletteProps, 'onShortcuts' | 'onLogOut'>) {
  const request = usePaletteRequest();
  const code = useCode(loadPalette, request !== null, reportFailure);
  return request && code ? <code.Palette {...request} onClose={closePalette} {...actions} /> : null;
}
