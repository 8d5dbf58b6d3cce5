import { company } from '../../../shared/company';

type PageFacts = { title: string; description: string; path: string; origin: string | undefined };

/** Head tags of a public page: title, description, its one address, and what a shared link shows. */
export function pageHead({ title, description, path, origin }: PageFacts) {
  const full = `${title} · ${company.name}`;
  return {
    meta: [
      { title: full },
      { name: 'description', content: description },
      { property: 'og:type', content: 'website' },
      { property: 'og:site_name', content: company.name },
      { property: 'og:title', content: full },
      { property: 'og:description', content: description },
      { property: 'og:url', content: `${origin}${path}` },
      { property: 'og:image', content: `${origin}/og-image.png` },
      { property: 'og:locale', content: 'en_CA' },
      { name: 'twitter:card', content: 'summary_large_image' },
    ],
    links: [{ rel: 'canonical', href: `${origin}${path}` }],
  };
}
