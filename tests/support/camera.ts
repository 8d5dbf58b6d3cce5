import path from 'node:path';
import sharp from 'sharp';
import type { BackgroundProvider } from '../../src/server/providers/background-removal';
import { appOf, bodyOf, openOffice } from './http';

/** Returns the file of a plain picture. */
export const picture = (width = 40, height = 30, format: 'jpeg' | 'png' | 'gif' | 'webp' | 'tiff' | 'avif' = 'png') =>
  sharp({ create: { width, height, channels: 3, background: 'teal' } })
    .toFormat(format)
    .toBuffer();
type Sent = { path?: string; field?: string; headers?: Record<string, string> };

/** Opens an office that can upload pictures, remove their background and look at the stored files. */
export async function openCamera(provider?: BackgroundProvider) {
  const opened = await openOffice();
  const app = appOf(opened.shop, { uploadFolder: opened.shop.uploadFolder, backgroundProvider: provider });
  const send = (image: Uint8Array, { path: to = '/api/upload-image', field = 'image', headers = {} }: Sent = {}) => {
    const form = new FormData();
    form.set(field, new Blob([new Uint8Array(image)], { type: 'image/png' }), '../../evil.html');
    return app.request(`http://shop.test${to}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${opened.token}`, ...headers },
      body: form,
    });
  };
  const cut = (image: Uint8Array, sent: Sent = {}) => send(image, { ...sent, path: '/api/remove-background' });
  const keep = async (image: Uint8Array) => (await bodyOf<{ success: true; imageUrl: string }>(await send(image), 200)).imageUrl;
  const look = (url: string, headers?: Record<string, string>) => app.request(`http://shop.test${url}`, headers && { headers });
  const fileOf = (url: string) => path.join(opened.shop.uploadFolder, path.basename(url));
  return { ...opened, app, send, cut, keep, look, fileOf };
}
