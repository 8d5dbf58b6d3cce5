import { useEffect, useRef, useState } from 'react';
import { explainRefusal } from '../../call-error';
import { Field } from '../../ui/public/field';
import { findFieldMessage, usePublicForm } from '../../ui/public/public-form';
import { HiddenField } from '../../ui/public/text-fields';
import { linkSender } from './sign-in-sending';
import { PhoneLink, SmallPage } from './small-page';

const FAILURE = 'Your request could not be sent. Please try again.';
const load = async () => linkSender;

/** Asks a client for the e-mail address to which a sign-in link goes. */
export function SignIn() {
  const [isSent, setIsSent] = useState(false);
  return (
    <SmallPage title="Sign in to your page">
      {isSent ? <Sent onAgain={() => setIsSent(false)} /> : <LinkForm onSent={() => setIsSent(true)} />}
    </SmallPage>
  );
}

function LinkForm({ onSent }: { onSent: () => void }) {
  const { issues, problem, isSending, attributes } = usePublicForm({
    load,
    onDone: onSent,
    onProblem: (error) => explainRefusal(error, FAILURE),
  });
  return (
    <>
      <p className="text-muted">See your visits, pay, and write to us. Enter the e-mail address that you gave us. You need no password.</p>
      <noscript>
        <p>
          Signing in needs JavaScript, which is off in this browser. Please call <PhoneLink />.
        </p>
      </noscript>
      <form {...attributes} className="grid gap-4 noscript:hidden">
        <Field label="Email" isRequired error={findFieldMessage('email', 'Please enter your email address.', issues)}>
          {(control) => <input {...control} name="email" type="email" autoComplete="email" inputMode="email" />}
        </Field>
        <HiddenField />
        <div className="empty:hidden" aria-live="polite">
          {problem && <p className="rounded-small bg-red-100 px-4 py-3 font-medium text-red-600">{problem}</p>}
        </div>
        <button type="submit" aria-disabled={isSending} className="button-primary min-h-13 w-full text-[17px]">
          {isSending ? 'Sending...' : 'Sign in'}
        </button>
      </form>
    </>
  );
}

function Sent({ onAgain }: { onAgain: () => void }) {
  const text = useRef<HTMLParagraphElement>(null);
  // Moves the browser's focus from the form, which is gone.
  useEffect(() => text.current?.focus(), []);
  return (
    <>
      <p ref={text} role="status" tabIndex={-1} className="text-lg outline-none">
        If we know this address, a link is on its way. It works for 15 minutes.
      </p>
      <p className="text-muted">
        Nothing in your inbox or in the spam folder? We may know another address of yours. Call <PhoneLink />.
      </p>
      <button type="button" className="button-ghost justify-self-start" onClick={onAgain}>
        Use another address
      </button>
    </>
  );
}
