/** The public pages whose whole text is the owner's, by their path. */
export const SITE_PAGES = ['privacy', 'terms'] as const;
export type SitePage = (typeof SITE_PAGES)[number];
export const SITE_PAGE_TITLES: Record<SitePage, string> = { privacy: 'Privacy Policy', terms: 'Terms of Service' };

/** A stored page text. `isReviewed` is false while it is a draft that the owner has not checked. */
export type SitePageText = { text: string; isReviewed: boolean };

type TextLine = { line: number; text: string };
/** A block and the line of the page text on which it begins, from 1. The line distinguishes blocks and items of the same words. */
export type TextBlock =
  | (TextLine & { kind: 'heading' })
  | (TextLine & { kind: 'paragraph' })
  | { line: number; kind: 'list'; items: TextLine[] };

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
  for (const [index, raw] of text.split(/\r\n?|\n/).entries()) {
    const [line, content] = [index + 1, raw.trim()];
    const [, mark, words = ''] = /^(#+|-)\s+(.+)$/.exec(content) ?? [];
    if (!content) open = undefined;
    else if (mark?.startsWith('#')) {
      add({ line, kind: 'heading', text: words });
      open = undefined;
    } else if (mark && open?.kind === 'list') open.items.push({ line, text: words });
    else if (mark) add({ line, kind: 'list', items: [{ line, text: words }] });
    else if (open?.kind === 'paragraph') open.text += ` ${content}`;
    else add({ line, kind: 'paragraph', text: content });
  }
  return blocks;
}
