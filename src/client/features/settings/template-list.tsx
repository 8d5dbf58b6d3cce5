import { MESSAGE_TEMPLATES, type MessageTemplates, PURPOSES, type Purpose } from '../../../shared/message-templates';
import { Chip } from '../../ui/chip';

const GROUPS = [
  ['client', 'To clients'],
  ['team', 'To the team'],
  ['office', 'To you'],
] as const;

type TemplateListProps = { own: MessageTemplates; chosen: Purpose; onChoose: (purpose: Purpose) => void };

export const TemplateList = ({ own, chosen, onChoose }: TemplateListProps) => (
  <nav aria-label="Kinds of messages" className="grid gap-4 rounded-card border border-line bg-paper p-3">
    {GROUPS.map(([to, title]) => (
      <div key={to}>
        <h2 className="px-2 pb-1 font-semibold text-muted text-sm">{title}</h2>
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
      </div>
    ))}
  </nav>
);
