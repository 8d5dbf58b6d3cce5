import type { Company } from '../../../shared/company';

const picture = (file: string, size: number, purpose: 'any' | 'maskable' = 'any') => ({
  src: `/${file}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
});
const shortcut = (name: string, shortName: string, url: string) => ({
  name,
  short_name: shortName,
  url,
  icons: [{ src: '/icon-192.png', sizes: '192x192', type: 'image/png' }],
});

/** Returns the manifest of the installed site (W3C Web Application Manifest). */
export const webManifest = ({ name, shortName, city }: Pick<Company, 'name' | 'shortName' | 'city'>) => ({
  name,
  short_name: shortName,
  description: `Residential, commercial and specialty cleaning in ${city} and across BC. Ask for a free quote, or pick a window and book online.`,
  id: '/',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  lang: 'en-CA',
  dir: 'ltr',
  theme_color: '#16352c',
  background_color: '#ffffff',
  categories: ['business', 'lifestyle', 'shopping'],
  icons: [picture('icon-192', 192), picture('icon-512', 512), picture('icon-maskable-512', 512, 'maskable')],
  shortcuts: [
    shortcut('Book an appointment', 'Book', '/appointments'),
    shortcut('Shop supplies', 'Store', '/store'),
    shortcut('Get a free quote', 'Quote', '/#contact'),
    shortcut('My visits and invoices', 'My page', '/my'),
  ],
});
