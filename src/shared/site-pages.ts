/** The public pages whose whole text is the owner's, by their path. */
export const SITE_PAGES = ['privacy', 'terms'] as const;
export type SitePage = (typeof SITE_PAGES)[number];
export const SITE_PAGE_TITLES: Record<SitePage, string> = { privacy: 'Privacy Policy', terms: 'Terms of Service' };

/** A stored page text. `isReviewed` is false while it is a draft that the owner has not checked. */
export type SitePageText = { text: string; isReviewed: boolean };

export type TextBlock = { kind: 'heading'; text: string } | { kind: 'paragraph'; text: string } | { kind: 'list'; items: string[] };

/**
 * Splits a page text into blocks: a line that begins with "# " is a heading, consecutive lines that begin with "- " are a list, and the
 * lines up to the next blank line are a paragraph.
 */
export function parsePageText(text: string): TextBlock[] {
  const blocks: TextBlock[] = [];
  let open: TextBlock | undefined;
  const add = (block: TextBlock) => {
    blocks.push(block);
    open = block;
  };
  for (const line of text.split(/\r\n?|\n/).map((raw) => raw.trim())) {
    const [, mark, words = ''] = /^(#+|-)\s+(.+)$/.exec(line) ?? [];
    if (!line) open = undefined;
    else if (mark?.startsWith('#')) {
      add({ kind: 'heading', text: words });
      open = undefined;
    } else if (mark && open?.kind === 'list') open.items.push(words);
    else if (mark) add({ kind: 'list', items: [words] });
    else if (open?.kind === 'paragraph') open.text += ` ${line}`;
    else add({ kind: 'paragraph', text: line });
  }
  return blocks;
}
