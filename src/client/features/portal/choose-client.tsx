import { useRef, useState } from 'react';
import { getStatus } from '../../call-error';
import { type Choice, choose } from './sign-in-sending';
import { SmallPage } from './small-page';

/** Asks whose page to open if several clients share the e-mail address. */
export function ChooseClient({ clients }: { clients: readonly Choice[] }) {
  const [problem, setProblem] = useState('');
  const isUnderWay = useRef(false);
  const press = async (id: number) => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setProblem('');
    try {
      await choose(id);
      window.location.assign('/my');
    } catch (error) {
      isUnderWay.current = false;
      // The session has ended, or another one was chosen in another tab: the page itself shows what is true now.
      if (getStatus(error) === 401 || getStatus(error) === 404) return window.location.assign('/my');
      setProblem('That did not work. Please try again.');
    }
  };
  return (
    <SmallPage title="Whose page?">
      <p className="text-muted">Several customers use your e-mail address. You can sign out and choose another one later.</p>
      <ul className="grid gap-3">
        {clients.map(({ id, name }) => (
          <li key={id} className="grid">
            <button type="button" className="button-ghost min-h-13" onClick={() => void press(id)}>
              {name}
            </button>
          </li>
        ))}
      </ul>
      <div className="empty:hidden" aria-live="polite">
        {problem && <p className="rounded-small bg-red-100 px-4 py-3 font-medium text-red-600">{problem}</p>}
      </div>
    </SmallPage>
  );
}
