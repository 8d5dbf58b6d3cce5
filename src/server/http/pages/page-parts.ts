import { CART_KEY } from '../../../shared/cart';
import { type Company, DEFAULT_COMPANY } from '../../../shared/company';
import { listSocial } from '../../../shared/company-links';
import { PAGE_DATA_ID, type PageData, pageName } from '../../../shared/page-data';
import type { Assets } from './assets';
import { bootScript, LISTEN_SCRIPT, SCHEME_SCRIPT } from './boot-script';

/** Public pages other than the landing page. They share one style sheet. */
const SITE =
  /^\/(store|marketplace|checkout|order-confirmation|appointments|manage|waitlist|visit|quote|my|company-profile|facebook-cover|privacy|terms)(\/|$)/;

/** Pages that are complete without scripts. The checkout counts: it is left at once when it would be empty. */
const WHOLE = /^\/(store|marketplace|checkout|company-profile|privacy|terms)?$/;

/** Returns true for paths of the staff side, which uses neither public style sheet. */
export const isStaffPath = (path: string): boolean => path !== '/' && !SITE.test(path);

/** Preloads the fonts, since the first paint waits only a moment for them. */
const fetchFaces = (faces: readonly string[]) =>
  faces.map((href) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="${href}">`).join('');

/** Leaves the checkout before it is drawn when no cart was ever stored. The page's own script does the same later. */
const LEAVE_WITHOUT_CART = `try{localStorage.getItem(${JSON.stringify(CART_KEY)})===null&&location.replace("/store")}catch{}`;

/** Returns an element that holds data for other programs, as JSON. */
const dataScript = (id: string, kind: 'json' | 'ld+json', data: object) =>
  `<script type="application/${kind}" id="${id}">${JSON.stringify(data).replace(/</g, '\\u003c')}</script>`;

/** Returns schema.org LocalBusiness data for search engines, on the landing page only. */
function businessData(origin: string, company: Company): string {
  const pages = listSocial(company.links).map(({ href }) => href);
  const data = {
    '@context': 'https://schema.org',
    '@type': 'LocalBusiness',
    '@id': `${origin}/#business`,
    name: company.name,
    url: `${origin}/`,
    image: `${origin}/og-image.png`,
    logo: `${origin}/${company.logo === null ? 'logo.png' : `uploads/${company.logo}`}`,
    telephone: company.phone.href.replace('tel:', ''),
    email: company.email,
    address: {
      '@type': 'PostalAddress',
      ...(company.street !== null && { streetAddress: company.street }),
      addressLocality: company.city,
      addressRegion: company.region,
      ...(company.postalCode !== null && { postalCode: company.postalCode }),
      addressCountry: company.country,
    },
    // Only the town of the default company has known coordinates.
    ...(company.city === DEFAULT_COMPANY.city && {
      geo: { '@type': 'GeoCoordinates', latitude: company.latitude, longitude: company.longitude },
    }),
    areaServed: company.regions,
    paymentAccepted: company.paymentMethods.join(', '),
    openingHoursSpecification: [
      {
        '@type': 'OpeningHoursSpecification',
        dayOfWeek: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'],
        ...company.hours.weekdays,
      },
      { '@type': 'OpeningHoursSpecification', dayOfWeek: ['Saturday', 'Sunday'], ...company.hours.weekend },
    ],
    ...(pages.length > 0 && { sameAs: pages }),
  };
  return dataScript('business', 'ld+json', data);
}

type Completed = { assets: Assets; origin: string; company: Company; isHydrated: boolean; data: PageData | undefined };
const inline = (scripts: string[]) => scripts.map((source) => `<script>${source}</script>`).join('');

/** Adds the built client and the search engines' data to a rendered page. Returns the page and the sources of its inline scripts. */
export function completePage(
  html: string,
  path: string,
  { assets, origin, company, isHydrated, data }: Completed,
): { html: string; scripts: string[] } {
  const isStaff = isStaffPath(path);
  const headScripts = [
    ...(path === '/checkout' ? [LEAVE_WITHOUT_CART] : []),
    ...(isHydrated ? [isStaff ? SCHEME_SCRIPT : LISTEN_SCRIPT] : []),
  ];
  const css = SITE.test(path) ? assets.siteCss : `${assets.css}${isStaff && isHydrated ? assets.darkCss : ''}`;
  const head = `${fetchFaces(assets.faces)}<style>${css}</style>${assets.extraHead}${path === '/' ? businessData(origin, company) : ''}${inline(headScripts)}`;
  // The router takes over the office and the error pages.
  const pageData = isStaff || !data ? '' : dataScript(PAGE_DATA_ID, 'json', data);
  const scripts = pageData ? (assets.scripts.get(pageName(path)) ?? [assets.siteEntry]) : [assets.entry];
  const footScripts = isHydrated ? [bootScript(scripts, isStaff ? 'frame' : WHOLE.test(path) ? 'whole' : 'partly')] : [];
  return {
    html: html.replace('</head>', () => `${head}</head>`).replace('</body>', () => `${pageData}${inline(footScripts)}</body>`),
    scripts: [...headScripts, ...footScripts],
  };
}
