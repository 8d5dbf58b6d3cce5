import { useEffect, useRef, useState } from 'react';
import type { Issue } from '../../../shared/errors';
import { QUOTE_SERVICE_TYPES, quoteServiceName } from '../../../shared/quotes';
import type { ReturnedQuoteForm } from '../../../shared/quotes-schemas';
import { useCompany } from '../../ui/public/company';
import { DraftNote } from '../../ui/public/draft-note';
import { dropDraft } from '../../ui/public/draft-storage';
import { Field, SmsChoice } from '../../ui/public/field';
import { findFieldMessage, usePublicForm } from '../../ui/public/public-form';
import { showToast } from '../../ui/toast/toast-store';

const FAILURE = 'There was a problem submitting your inquiry. Please try again.';

const DRAFT = 'quote';

const ASKING: Record<string, string> = { name: 'Please enter your name.', email: 'Please enter your email address.' };

// The schema and the client of the calls are large, so they are loaded when the visitor begins to type.
const loadSending = () => import('./quote-sending');

/** Preselects the service in the address, "/?service=residential#contact"; the browser does it because the server's page is cached. */
const presetService = (select: HTMLSelectElement | null) => {
  const wanted = QUOTE_SERVICE_TYPES.find((service) => service === new URLSearchParams(window.location.search).get('service'));
  if (select?.value === '' && wanted) select.value = wanted;
};

/**
 * The free-quote form. It works without scripts as a plain form; with scripts it is checked and sent in place. `returned` holds the
 * values and errors that the server sent back.
 */
export function QuoteForm({ returned, isReceived }: { returned: ReturnedQuoteForm | undefined; isReceived: boolean }) {
  const [isDone, setIsDone] = useState(isReceived);
  const { issues, problem, isSending, isRestored, attributes } = usePublicForm({
    load: loadSending,
    draft: DRAFT,
    isPlain: true,
    onDone: () => setIsDone(true),
    onProblem: ({ data, message }) => {
      showToast({ title: 'Error', description: FAILURE, kind: 'destructive' });
      return data?.httpStatus && data.httpStatus < 500 ? `${FAILURE} ${message}` : FAILURE;
    },
    returned,
  });
  // Clears the browser's stored draft, because a form without scripts shows its thanks on a newly loaded page.
  useEffect(() => {
    if (isReceived) dropDraft(DRAFT);
  }, [isReceived]);
  if (isDone) return <ThankYou isNew={!isReceived} onAgain={() => setIsDone(false)} />;
  return (
    <form action="/#contact" method="post" {...attributes} className="grid gap-5 sm:grid-cols-2">
      <Fields issues={issues} values={returned?.values ?? {}} />
      <div className="grid gap-3 sm:col-span-2" aria-live="polite">
        {isRestored && <DraftNote />}
        {problem && <p className="rounded-small bg-red-100 px-4 py-3 font-medium text-red-600">{problem}</p>}
        <button type="submit" aria-disabled={isSending} className="button-primary min-h-13 w-full text-[17px]">
          {isSending ? 'Sending...' : 'Get Free Quote'}
        </button>
      </div>
    </form>
  );
}

function Fields({ issues, values }: { issues: Issue[]; values: Record<string, string> }) {
  const { city } = useCompany();
  const input = (name: string, attributes: Record<string, unknown>) => ({
    name,
    defaultValue: values[name],
    error: findFieldMessage(name, ASKING[name] ?? '', issues),
    attributes,
  });
  const rows = [
    { ...input('name', { autoComplete: 'name' }), label: 'Name', isRequired: true },
    { ...input('email', { type: 'email', autoComplete: 'email', inputMode: 'email' }), label: 'Email', isRequired: true },
    { ...input('phone', { type: 'tel', autoComplete: 'tel', placeholder: '(250) 555-0100' }), label: 'Phone', isRequired: false },
    { ...input('address', { autoComplete: 'address-line1', placeholder: `100 Victoria St, ${city}` }), label: 'Address', isRequired: true },
  ];
  return (
    <>
      {rows.map(({ name, label, isRequired, defaultValue, error, attributes }) => (
        <Field key={name} label={label} isRequired={isRequired} error={error}>
          {(control) => <input {...control} {...attributes} name={name} defaultValue={defaultValue} />}
        </Field>
      ))}
      <Field
        label="Service Type"
        isRequired
        error={findFieldMessage('serviceType', 'Please choose a service type.', issues)}
        className="sm:col-span-2"
      >
        {(control) => (
          <select {...control} ref={presetService} name="serviceType" defaultValue={values.serviceType ?? ''}>
            <option value="">Choose a service</option>
            {QUOTE_SERVICE_TYPES.map((value) => (
              <option key={value} value={value}>
                {quoteServiceName(value)}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label="Message" error={findFieldMessage('message', '', issues)} className="sm:col-span-2">
        {(control) => (
          <textarea
            {...control}
            name="message"
            rows={4}
            defaultValue={values.message}
            placeholder="Rooms, pets, what matters to you, when it suits"
          />
        )}
      </Field>
      <SmsChoice defaultChecked={values.smsConsent === 'on'} />
      <div hidden>
        <label>
          Website
          <input name="website" tabIndex={-1} autoComplete="off" />
        </label>
      </div>
    </>
  );
}

function ThankYou({ isNew, onAgain }: { isNew: boolean; onAgain: () => void }) {
  const thanks = useRef<HTMLHeadingElement>(null);
  // Moves the browser's focus.
  useEffect(() => {
    if (isNew) thanks.current?.focus();
  }, [isNew]);
  return (
    <div className="grid justify-items-start gap-4 py-6">
      <svg viewBox="0 0 64 64" className="size-16" aria-hidden="true">
        <circle cx="32" cy="32" r="32" fill="var(--color-sage-200)" />
        <path
          d="M19 33l9 9 18-20"
          fill="none"
          stroke="var(--color-pine-700)"
          strokeWidth="6"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      <h3 ref={thanks} tabIndex={-1} className="font-bold text-3xl outline-none">
        Thank you for your inquiry!
      </h3>
      <p className="max-w-[36em] text-lg text-muted">Our team will contact you within 24 hours with a free quote.</p>
      <button type="button" className="button-ghost" onClick={onAgain}>
        Send another request
      </button>
    </div>
  );
}
