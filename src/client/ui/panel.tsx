import { ChevronDown } from 'lucide-react';
import { type ReactNode, useId } from 'react';

type SectionProps = {
  title: ReactNode;
  text?: ReactNode;
  /** The anchor that addresses lead to. */
  id?: string;
  gap?: 'gap-3' | 'gap-4';
  children: ReactNode;
};

/** Shows a part of a screen under its title. */
export function Section({ title, text, id, gap = 'gap-4', children }: SectionProps) {
  const titleId = useId();
  return (
    <section id={id} aria-labelledby={titleId} className={`grid ${id ? 'scroll-mt-24' : ''} ${gap}`}>
      <div>
        <h2 id={titleId} className="font-bold text-xl">
          {title}
        </h2>
        {text && <p className="mt-1 text-muted">{text}</p>}
      </div>
      {children}
    </section>
  );
}

/** Shows a part of a screen as a card under its title; in a drawer, as a part between lines. */
export function Panel({ title, children }: { title: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="grid content-start gap-4 rounded-card border border-line bg-paper p-5 in-data-drawer-body:gap-3 in-data-drawer-body:rounded-none in-data-drawer-body:border-x-0 in-data-drawer-body:border-b-0 in-data-drawer-body:p-0 in-data-drawer-body:pt-4 in-data-drawer-body:first:border-t-0 in-data-drawer-body:first:pt-0"
    >
      <h2 id={id} className="font-bold text-lg [overflow-wrap:anywhere] in-data-drawer-body:text-base">
        {title}
      </h2>
      {children}
    </section>
  );
}

type FoldedPanelProps = { title: string; aside?: ReactNode; isOpen?: boolean; children: ReactNode };

/** Shows a part of a form as a card that opens when its title is pressed. `openParts` opens those with errors. */
export function FoldedPanel({ title, aside, isOpen = false, children }: FoldedPanelProps) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <details open={isOpen} className="group rounded-card border border-line bg-paper">
        <summary className="flex min-h-13 cursor-pointer list-none items-center gap-3 rounded-card px-5 py-2 hover:bg-sage-50 [&::-webkit-details-marker]:hidden">
          <h2 id={id} className="font-bold text-lg">
            {title}
          </h2>
          {aside}
          <ChevronDown aria-hidden="true" className="ml-auto size-5 shrink-0 text-muted group-open:rotate-180" />
        </summary>
        <div className="grid gap-4 px-5 pt-1 pb-5">{children}</div>
      </details>
    </section>
  );
}
