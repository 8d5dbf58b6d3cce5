import { useEffect, useRef, useState } from 'react';
import { getStatus, toCallError } from '../../call-error';
import { openLink } from './sign-in-sending';
import { PhoneLink, SmallPage } from './small-page';

const UNANSWERED = 'We got no answer. Please press the button again once you have a connection.';
const FAILURE = 'That did not work. Please try again in a moment.';

/** `isEnd` is true if the link can no longer be used; after any other failure the button can be pressed again. */
type Failure = { text: string; isEnd: boolean };

function explain(error: unknown): Failure {
  const status = getStatus(error);
  const isEnd = status === 404 || status === 409;
  if (isEnd || status === 429) return { text: toCallError(error).message, isEnd };
  return { text: status === undefined ? UNANSWERED : FAILURE, isEnd };
}

type OpenPageProps = { token: string; signedInAs: string | null };

/** Opens the client's page with a sign-in link, only once the button is pressed: programs that check mail for viruses follow every link. */
export function OpenPage({ token, signedInAs }: OpenPageProps) {
  const [isOpening, setIsOpening] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const isUnderWay = useRef(false);
  const press = async () => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setIsOpening(true);
    setFailure(undefined);
    try {
      const { clients } = await openLink(token);
      // Replaced, so that Back does not lead to a link that is used up.
      window.location.replace(clients.length > 1 ? '/my/choose' : '/my');
    } catch (error) {
      isUnderWay.current = false;
      setIsOpening(false);
      setFailure(explain(error));
    }
  };
  if (failure?.isEnd) return <UsedLink text={failure.text} signedInAs={signedInAs} />;
  return (
    <SmallPage title="Welcome back">
      <p className="text-muted">Press the button to open your page. The link works once.</p>
      <noscript>
        <p>
          Your page needs JavaScript, which is off in this browser. Please call <PhoneLink />.
        </p>
      </noscript>
      <div className="empty:hidden" aria-live="polite">
        {failure && <p className="rounded-small bg-red-100 px-4 py-3 font-medium text-red-600">{failure.text}</p>}
      </div>
      <button
        type="button"
        aria-disabled={isOpening}
        className="button-primary min-h-13 w-full text-[17px] noscript:hidden"
        onClick={() => void press()}
      >
        {isOpening ? 'Opening...' : 'Open my page'}
      </button>
    </SmallPage>
  );
}

function UsedLink({ text, signedInAs }: { text: string; signedInAs: string | null }) {
  const note = useRef<HTMLParagraphElement>(null);
  // Moves the browser's focus from the button, which is gone.
  useEffect(() => note.current?.focus(), []);
  return (
    <SmallPage title="This link does not open your page">
      <p ref={note} role="alert" tabIndex={-1} className="outline-none">
        {text}
      </p>
      {signedInAs === null ? (
        <a className="button-primary" href="/my">
          Ask for a new link
        </a>
      ) : (
        <>
          <p>
            This browser is signed in as <b>{signedInAs}</b>.
          </p>
          <a className="button-primary" href="/my">
            Go to my page
          </a>
        </>
      )}
    </SmallPage>
  );
}
