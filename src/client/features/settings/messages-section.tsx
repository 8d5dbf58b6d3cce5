import { zodResolver } from '@hookform/resolvers/zod';
import { clsx } from 'clsx';
import { ChevronDown } from 'lucide-react';
import { useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import {
  getMessageText,
  MESSAGE_TEMPLATES,
  type MessageTemplates,
  PURPOSES,
  type Purpose,
  templateInput,
} from '../../../shared/message-templates';
import type { Settings } from '../../../shared/settings';
import { trpc } from '../../trpc';
import { Chip } from '../../ui/chip';
import { ConfirmDialog } from '../../ui/dialog';
import { Loaded } from '../../ui/loaded';
import { useNarrow } from '../../ui/use-narrow';
import { SendingForm } from './sending-form';
import { TemplateEditor, type TemplateForm } from './template-editor';
import { UnsavedChanges } from './unsaved-changes';

export function MessagesSection() {
  const stored = trpc.settings.get.useQuery();
  return (
    <Loaded query={stored} loading="Loading messages..." failed="The messages could not be loaded.">
      {(settings) => (
        <>
          <SendingForm />
          <Templates settings={settings} />
        </>
      )}
    </Loaded>
  );
}

const toFields = (purpose: Purpose, own: MessageTemplates) => {
  const { subject, body } = getMessageText(purpose, own);
  return { purpose, subject, body };
};

function Templates({ settings }: { settings: Settings }) {
  const own = settings.messageTemplates;
  const [purpose, setPurpose] = useState<Purpose>(PURPOSES[0]);
  const [isOpen, setIsOpen] = useState(false);
  const [wanted, setWanted] = useState<Purpose>();
  const box = useRef<HTMLDivElement>(null);
  const form: TemplateForm = useForm({
    resolver: zodResolver(templateInput),
    values: toFields(purpose, own),
    resetOptions: { keepDirtyValues: true },
  });
  /** Moves the focus along when the list gives way to the editor, or the other way round. */
  const focusOn = (selector: string) =>
    setTimeout(() => {
      const focused = document.activeElement;
      if (focused === document.body || !focused?.checkVisibility?.()) box.current?.querySelector<HTMLElement>(selector)?.focus();
    });
  const open = (next: Purpose) => {
    form.reset(toFields(next, own), { keepDirtyValues: false });
    setPurpose(next);
    setIsOpen(true);
    focusOn('#template-title');
  };
  const choose = (next: Purpose) => {
    if (next !== purpose && form.formState.isDirty) setWanted(next);
    else if (next === purpose) {
      setIsOpen(true);
      focusOn('#template-title');
    } else open(next);
  };
  const goBack = () => {
    setIsOpen(false);
    focusOn('[aria-current]');
  };
  return (
    <div ref={box} className="@container">
      <div className="grid @3xl:grid-cols-[minmax(220px,260px)_minmax(0,1fr)] items-start gap-5">
        <div className={clsx(isOpen && '@max-3xl:hidden')}>
          <TemplateList own={own} chosen={purpose} onChoose={choose} />
        </div>
        <div className={clsx('min-w-0', !isOpen && '@max-3xl:hidden')}>
          <TemplateEditor key={purpose} form={form} purpose={purpose} settings={settings} onBack={goBack} />
        </div>
      </div>
      <UnsavedChanges isDirty={form.formState.isDirty} />
      <ConfirmDialog
        isOpen={wanted !== undefined}
        onOpenChange={(stays) => !stays && setWanted(undefined)}
        title="Leave without saving?"
        text="What you changed in this message is not saved yet and would be lost."
        action="Discard Changes"
        onConfirm={() => wanted && open(wanted)}
      />
    </div>
  );
}

const GROUPS = [
  ['client', 'To clients'],
  ['team', 'To the team'],
  ['office', 'To you'],
] as const;

type TemplateListProps = { own: MessageTemplates; chosen: Purpose; onChoose: (purpose: Purpose) => void };

/** Lists the messages by recipient. A phone shows only the recipients at first. */
function TemplateList({ own, chosen, onChoose }: TemplateListProps) {
  const isNarrow = useNarrow();
  return (
    <nav aria-label="Kinds of messages" className="grid gap-2 rounded-card border border-line bg-paper p-3">
      {GROUPS.map(([to, title]) => (
        <details key={to} open={!isNarrow} className="group">
          <summary className="flex min-h-11 list-none items-center gap-2 rounded-small px-2 hover:bg-sage-100 lg:min-h-9 [&::-webkit-details-marker]:hidden">
            <h2 className="font-semibold text-muted text-sm">{title}</h2>
            <ChevronDown aria-hidden="true" className="ml-auto size-4 shrink-0 text-muted group-open:rotate-180" />
          </summary>
          <ul className="grid">
            {PURPOSES.filter((purpose) => MESSAGE_TEMPLATES[purpose].to === to).map((purpose) => (
              <li key={purpose}>
                <button
                  type="button"
                  aria-current={purpose === chosen || undefined}
                  className="flex min-h-11 w-full items-center justify-between gap-2 rounded-small px-2 py-1.5 text-left text-[15px] hover:bg-sage-100 lg:min-h-9 @3xl:aria-[current]:bg-pine-900 @3xl:aria-[current]:text-white"
                  onClick={() => onChoose(purpose)}
                >
                  {MESSAGE_TEMPLATES[purpose].name}
                  {own[purpose] && <Chip tone="active">Changed</Chip>}
                </button>
              </li>
            ))}
          </ul>
        </details>
      ))}
    </nav>
  );
}
