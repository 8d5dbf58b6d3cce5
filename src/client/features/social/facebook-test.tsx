import { useState } from 'react';
import { POSTING_NOT_CONFIGURED } from '../../../shared/social';
import { getStatus } from '../../call-error';
import { trpc } from '../../trpc';
import { ActionButton } from '../../ui/action-button';
import { showToast } from '../../ui/toast/toast-store';

const CONNECTED = { title: 'Facebook Connected', description: 'Posts can be published to the page.' } as const;
const NEEDS_SETUP = { title: 'Facebook Setup Needed', description: POSTING_NOT_CONFIGURED, kind: 'destructive' } as const;
const NO_ANSWER = {
  title: 'Connection Failed',
  description: 'Unable to connect to Facebook. Please check your setup.',
  kind: 'destructive',
} as const;

export function FacebookTest({ look, label }: { look: string; label: string }) {
  const utils = trpc.useUtils();
  const [isPending, setIsPending] = useState(false);
  const test = async () => {
    setIsPending(true);
    try {
      const { success } = await utils.social.testFacebook.fetch(undefined, { staleTime: 0 });
      await utils.social.overview.invalidate();
      showToast(success ? CONNECTED : NEEDS_SETUP);
    } catch (error) {
      if (getStatus(error) !== 401) showToast(NO_ANSWER);
    } finally {
      setIsPending(false);
    }
  };
  return <ActionButton look={look} label={label} busy="Testing..." isPending={isPending} onPress={() => void test()} />;
}
