import type { PageCompany } from './company';

/** Returns the name of a public page: its file in `src/client/pages`, and the first part of its path. */
export const pageName = (path: string): string => path.split('/')[1] || 'landing';

/** The data that a public page was rendered from: the company, and the props of the page. */
export type PageData = { company: PageCompany; props: object };

/** The element that holds a page's {@link PageData} as JSON. */
export const PAGE_DATA_ID = 'page-data';
