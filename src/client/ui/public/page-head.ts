import type { PageCompany } from '../../../shared/company';
import { companyIn, type Matches } from './company';

type PageFacts = { path: string; title: string; description: string | ((company: PageCompany) => string) };

export function pageHead(matches: Matches, { path, title, description }: PageFacts) {
  const company = companyIn(matches);
  const address = `${(matches[0]?.loaderData as { origin?: string } | undefined)?.origin}`;
  const full = path === '/' ? `${company.name} · ${title}` : `${title} · ${company.name}`;
  const text = typeof description === 'string' ? description : description(company);
  return {
    meta: [
      { title: full },
      { name: 'description', content: text },
      { property: 'og:type', content: 'website' },
      { property: 'og:site_name', content: company.name },
      { property: 'og:title', content: full },
      { property: 'og:description', content: text },
      { property: 'og:url', content: `${address}${path}` },
      { property: 'og:image', content: `${address}/og-image.png` },
      { property: 'og:image:alt', content: `${company.name}: Flawless Cleaning, Every Time` },
      { property: 'og:locale', content: 'en_CA' },
      { name: 'twitter:card', content: 'summary_large_image' },
    ],
    links: [{ rel: 'canonical', href: `${address}${path}` }],
  };
}
