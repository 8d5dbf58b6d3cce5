import { parsePageText, SITE_PAGE_TITLES, type SitePage, type TextBlock } from '../../../shared/site-pages';
import { formatDay } from '../../../shared/time';

export function LegalPage({ page, text, updatedOn }: { page: SitePage; text: string; updatedOn: string | null }) {
  const blocks = parsePageText(text);
  const headings = blocks.flatMap((block) => (block.kind === 'heading' ? [{ id: sectionId(block), text: block.text }] : []));
  return (
    <main id="main">
      <div className="on-pine bg-pine-900 text-white">
        <div className="wrap pt-8 pb-10 sm:pt-12 sm:pb-14">
          <h1 className="font-bold text-[clamp(38px,5vw,64px)]">{SITE_PAGE_TITLES[page]}</h1>
          {updatedOn && <p className="mt-3 text-white/85">Last updated {formatDay(updatedOn)}</p>}
        </div>
      </div>
      <div className="wrap grid gap-x-14 gap-y-8 py-8 lg:grid-cols-[260px_minmax(0,1fr)] lg:py-14">
        {headings.length > 1 && (
          <nav aria-label="On this page" className="self-start rounded-card bg-sage-100 p-5 lg:sticky lg:top-[100px]">
            <h2 className="font-bold text-lg">On this page</h2>
            <ul className="mt-1">
              {headings.map((heading) => (
                <li key={heading.id}>
                  <a
                    href={`#${heading.id}`}
                    className="flex min-h-11 items-center py-1.5 text-pine-700 leading-snug hover:underline lg:min-h-9"
                  >
                    {heading.text}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        )}
        <article className="max-w-[42em] text-[17px] lg:col-start-2 [overflow-wrap:anywhere]">
          {blocks.map((block) => (
            <Block key={block.line} block={block} />
          ))}
        </article>
      </div>
    </main>
  );
}

const sectionId = ({ line }: TextBlock) => `section-${line}`;

function Block({ block }: { block: TextBlock }) {
  if (block.kind === 'heading')
    return (
      <h2 id={sectionId(block)} className="mt-10 mb-3 font-bold text-[26px] first:mt-0">
        {block.text}
      </h2>
    );
  if (block.kind === 'paragraph') return <p className="mb-4">{block.text}</p>;
  return (
    <ul className="mb-4 grid list-disc gap-2 pl-6 marker:text-pine-600">
      {block.items.map(({ line, text }) => (
        <li key={line}>{text}</li>
      ))}
    </ul>
  );
}
