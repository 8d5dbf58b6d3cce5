import { useRef } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import type { z } from 'zod';
import { toCompany } from '../../../shared/company-facts';
import {
  listVariables,
  MESSAGE_TEMPLATES,
  type Purpose,
  type TemplateVariable,
  type templateInput,
} from '../../../shared/message-templates';
import { placeholder, renderMessage } from '../../../shared/message-text';
import type { Settings } from '../../../shared/settings';
import { trpc } from '../../trpc';
import { Button } from '../../ui/button';
import { Chip } from '../../ui/chip';
import { TextField } from '../../ui/form';
import { showIssues } from '../../ui/form-issues';
import { MutationButton } from '../../ui/mutation-button';
import { showToast } from '../../ui/toast/toast-store';
import { SaveBar } from './unsaved-changes';

export type TemplateForm = UseFormReturn<z.input<typeof templateInput>, unknown, z.output<typeof templateInput>>;
type EditorProps = { form: TemplateForm; purpose: Purpose; settings: Settings; onBack: () => void };

const TO = { client: 'Goes to the client.', team: 'Goes to the team member.', office: 'Goes to you.' } as const;

export function TemplateEditor({ form, purpose, settings, onBack }: EditorProps) {
  const { name, to } = MESSAGE_TEMPLATES[purpose];
  const isChanged = settings.messageTemplates[purpose] !== undefined;
  const variables = listVariables(purpose, toCompany(settings.company));
  const save = trpc.mail.saveTemplate.useMutation({
    meta: { failure: 'Failed to save the message. Please try again.' },
    onSuccess: (_own, { subject, body }) => {
      form.reset({ purpose, subject, body }, { keepDirtyValues: false });
      showToast({ title: 'Message Saved', description: 'It uses this wording from now on.' });
    },
    onError: (error) => showIssues(form, error),
  });
  return (
    <section aria-labelledby="template-title" className="grid gap-4 rounded-card border border-line bg-paper p-4 sm:p-5">
      <Button look="button-ghost @3xl:hidden justify-self-start" label="All Messages" onPress={onBack} />
      <header>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h2 id="template-title" tabIndex={-1} className="font-bold text-lg outline-none">
            {name}
          </h2>
          {isChanged && <Chip tone="active">Changed</Chip>}
        </div>
        <p className="text-muted text-sm">{TO[to]}</p>
      </header>
      <form
        noValidate
        className="grid gap-4 [&_:is(input,textarea)]:scroll-mb-32"
        onSubmit={form.handleSubmit((values) => !save.isPending && save.mutate(values))}
      >
        <Words form={form} variables={variables} />
        <Preview form={form} variables={variables} />
        <SaveBar label="Save Message" isPending={save.isPending} isDirty={form.formState.isDirty} look="bg-paper">
          {isChanged && <ResetTemplate form={form} purpose={purpose} />}
        </SaveBar>
      </form>
    </section>
  );
}

type PartProps = { form: TemplateForm; variables: TemplateVariable[] };

function Words({ form, variables }: PartProps) {
  const last = useRef<'subject' | 'body'>('body');
  const remember = (name: 'subject' | 'body') => () => {
    last.current = name;
  };
  const insert = (text: string, fields: HTMLFormControlsCollection | undefined) => {
    const name = last.current;
    const field = fields?.namedItem(name) as HTMLInputElement | HTMLTextAreaElement | null;
    if (!field) return;
    field.setRangeText(text, field.selectionStart ?? field.value.length, field.selectionEnd ?? field.value.length, 'end');
    const after = field.selectionEnd;
    form.setValue(name, field.value, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
    field.focus();
    field.setSelectionRange(after, after);
  };
  return (
    <>
      <TextField form={form} name="subject" label="Subject" missing="Please enter a subject." onFocus={remember('subject')} />
      <TextField
        form={form}
        name="body"
        label="Message"
        missing="Please enter a message."
        hint="A line whose variables are all empty is left out."
        onFocus={remember('body')}
        rows={14}
      />
      <Variables variables={variables} onInsert={insert} />
    </>
  );
}

type VariablesProps = { variables: TemplateVariable[]; onInsert: (text: string, fields: HTMLFormControlsCollection | undefined) => void };

const Variables = ({ variables, onInsert }: VariablesProps) => (
  <fieldset className="min-w-0">
    <legend className="mb-2 font-semibold text-[15px]">
      Variables <span className="font-normal text-muted text-sm">Press one to put it where the cursor is.</span>
    </legend>
    <div className="flex flex-wrap gap-2">
      {variables.map(({ name, meaning }) => (
        <button
          key={name}
          type="button"
          title={meaning}
          className="rounded-full border border-line bg-sage-50 px-3 py-1 font-semibold text-[14px] hover:border-pine-600 hover:bg-sage-100 max-lg:min-h-11"
          onClick={(event) => onInsert(placeholder(name), event.currentTarget.form?.elements)}
        >
          {placeholder(name)}
        </button>
      ))}
    </div>
    <details className="mt-2 text-[15px]">
      <summary className="w-fit cursor-pointer py-2 text-pine-700 underline underline-offset-4 max-lg:py-3">What they stand for</summary>
      <dl className="grid gap-x-4 gap-y-1.5 @xl:grid-cols-[auto_minmax(0,1fr)]">
        {variables.map(({ name, meaning }) => (
          <div key={name} className="contents">
            <dt className="font-semibold">{placeholder(name)}</dt>
            <dd className="text-muted max-@xl:mb-1.5">{meaning}</dd>
          </div>
        ))}
      </dl>
    </details>
  </fieldset>
);

function Preview({ form, variables }: PartProps) {
  const [subject, body] = useWatch({ control: form.control, name: ['subject', 'body'] });
  const message = renderMessage({ subject, body }, Object.fromEntries(variables.map(({ name, sample }) => [name, sample])));
  return (
    <section aria-labelledby="preview-title" className="grid gap-2">
      <h3 id="preview-title" className="font-semibold text-[15px]">
        Preview <span className="font-normal text-muted text-sm">with sample values</span>
      </h3>
      <div className="rounded-small border border-line bg-sage-50">
        <p className="border-line border-b px-4 py-3 font-semibold [overflow-wrap:anywhere]">{message.subject}</p>
        <pre className="whitespace-pre-wrap px-4 py-3 font-text text-[15px] [overflow-wrap:anywhere]">{message.body}</pre>
      </div>
    </section>
  );
}

function ResetTemplate({ form, purpose }: { form: TemplateForm; purpose: Purpose }) {
  const { subject, body } = MESSAGE_TEMPLATES[purpose];
  return (
    <MutationButton
      look="button-ghost max-sm:w-full"
      label="Reset to Default"
      procedure={trpc.mail.resetTemplate}
      input={{ purpose }}
      failure="Failed to reset the message. Please try again."
      question={{
        title: 'Reset to the default words?',
        text: 'Your own subject and message are removed. Messages that are written already stay as they are.',
        action: 'Reset to Default',
      }}
      done={{ title: 'Message Reset', description: 'It uses the default wording again.' }}
      onDone={() => form.reset({ purpose, subject, body }, { keepDirtyValues: false })}
    />
  );
}
