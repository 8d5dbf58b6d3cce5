import { clsx } from 'clsx';
import { X } from 'lucide-react';
import { useRef } from 'react';
import { useFieldArray } from 'react-hook-form';
import { type MemberSpan, SPANS_A_DAY } from '../../../shared/team';
import { WEEKDAYS } from '../../../shared/time';
import { trpc } from '../../trpc';
import { Button } from '../../ui/button';
import { FactLines } from '../../ui/facts';
import { TextField } from '../../ui/form';
import { Loaded } from '../../ui/loaded';
import { Panel } from '../../ui/panel';
import { formatHours } from '../../ui/times';
import type { MemberFormState } from './member-values';

const MONDAY = 1;
const WORKDAYS = [MONDAY, 2, 3, 4, 5];
/** The week from Monday to Sunday. */
const WEEK = [...WORKDAYS, 6, 0].map((weekday) => ({ weekday, name: WEEKDAYS[weekday] ?? '' }));
/** Usual hours that a new time of a day starts with: the first one, and the second. */
const DAYTIME = { opens: '09:00', closes: '17:00' };
const EVENING = { opens: '18:00', closes: '21:00' };
const SMALL_BUTTON = 'button-ghost min-h-9 px-3.5 text-sm max-lg:min-h-11';
/** On a phone the picker opens without its icon, for which a field has no space. */
const TIME = 'min-w-0 max-sm:[&::-webkit-calendar-picker-indicator]:hidden';
/** Two fields and a button; an error stands below them, at their full width. */
const SPAN = 'grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] gap-x-2 gap-y-1.5 [&_p]:order-last [&_p]:col-span-full';
const POSTED = "No hours of their own: works the company's posted hours.";

/** Shows the hours in which a member works each week. */
export function MemberHours({ id }: { id: number }) {
  const hours = trpc.team.getHours.useQuery({ memberId: id });
  return (
    <Panel title="Working hours">
      <Loaded query={hours} loading="Loading the hours..." failed="The hours could not be loaded.">
        {({ hours: spans }) =>
          spans.length === 0 ? (
            <p className="text-muted">{POSTED}</p>
          ) : (
            <FactLines facts={WEEK.map(({ weekday, name }) => [name, listTimes(spans, weekday)])} />
          )
        }
      </Loaded>
    </Panel>
  );
}

const listTimes = (spans: readonly MemberSpan[], weekday: number): string =>
  spans
    .filter((span) => span.weekday === weekday)
    .map(({ opens, closes }) => formatHours(`${opens}-${closes}`))
    .join(', ') || 'Off';

/** The fields of the hours in a member's form: up to two times a day. */
export function WeekFields({ form }: { form: MemberFormState }) {
  const { fields, append, remove, replace } = useFieldArray({ control: form.control, name: 'hours' });
  const rows = useRef(new Map<number, HTMLElement>());
  /** Moves the focus from a removed time to the button that adds one. A full day shows it only after the removal. */
  const focusAdd = (weekday: number) =>
    setTimeout(() => rows.current.get(weekday)?.querySelector<HTMLElement>('[data-add] button')?.focus());
  const copyMonday = () => {
    const spans = form.getValues('hours');
    const monday = spans.filter(({ weekday }) => weekday === MONDAY);
    const weekend = spans.filter(({ weekday }) => !WORKDAYS.includes(weekday));
    replace([...WORKDAYS.flatMap((weekday) => monday.map((span) => ({ ...span, weekday }))), ...weekend]);
  };
  return (
    <section aria-labelledby="working-hours" className="grid sm:col-span-2">
      <h3 id="working-hours" className="font-semibold text-[15px]">
        Working hours
      </h3>
      <p className="mb-2 text-muted text-sm">{fields.length === 0 ? POSTED : 'Days without hours are days off.'}</p>
      {WEEK.map(({ weekday, name }) => {
        const places = fields.flatMap((field, place) => (field.weekday === weekday ? [place] : []));
        return (
          <div
            key={weekday}
            ref={(row) => void (row ? rows.current.set(weekday, row) : rows.current.delete(weekday))}
            className={clsx(
              'grid gap-x-2 gap-y-1 border-line border-t py-2 sm:grid-cols-[5rem_minmax(0,1fr)]',
              places.length === 0 && 'max-sm:grid-cols-[minmax(0,1fr)_auto]',
            )}
          >
            <p className="flex min-h-11 items-center self-start text-[15px] sm:min-h-12">{name}</p>
            <div className="grid content-center gap-2">
              {places.map((place, index) => (
                <Span
                  key={fields[place]?.id}
                  form={form}
                  place={place}
                  name={index === 0 ? name : `${name}, second time`}
                  onRemove={() => {
                    remove(place);
                    focusAdd(weekday);
                  }}
                />
              ))}
              <div data-add className="flex flex-wrap gap-2 empty:hidden">
                {places.length < SPANS_A_DAY && (
                  <Button
                    label="Add hours"
                    about={name}
                    look={SMALL_BUTTON}
                    onPress={() =>
                      append({ weekday, ...(places.length === 0 ? DAYTIME : EVENING) }, { focusName: `hours.${fields.length}.opens` })
                    }
                  />
                )}
                {weekday === MONDAY && places.length > 0 && (
                  <Button label="Copy to all weekdays" look={SMALL_BUTTON} onPress={copyMonday} />
                )}
              </div>
            </div>
          </div>
        );
      })}
    </section>
  );
}

type SpanProps = { form: MemberFormState; place: number; name: string; onRemove: () => void };

const Span = ({ form, place, name, onRemove }: SpanProps) => (
  <div className={SPAN}>
    <TextField
      form={form}
      name={`hours.${place}.opens`}
      label={`${name}, from`}
      isLabelHidden
      type="time"
      className="contents!"
      inputClass={TIME}
    />
    <TextField
      form={form}
      name={`hours.${place}.closes`}
      label={`${name}, to`}
      isLabelHidden
      type="time"
      className="contents!"
      inputClass={TIME}
    />
    <button
      type="button"
      aria-label={`Remove ${name}`}
      className="grid size-12 place-items-center rounded-full text-muted hover:bg-sage-100 hover:text-ink"
      onClick={onRemove}
    >
      <X aria-hidden="true" className="size-5" />
    </button>
  </div>
);
