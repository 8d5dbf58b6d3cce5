import { useState } from 'react';
import type { PricedQuote } from '../../../../shared/quoting-schemas';
import { trpc } from '../../../trpc';
import { Button } from '../../../ui/button';
import { Dialog } from '../../../ui/dialog';
import { DialogButtons } from '../../../ui/dialog-buttons';
import { useAction } from '../../../ui/mutation-button';
import { SampleFacts } from '../../../ui/sample-facts';
import { formatLongDay } from '../../../ui/times';
import { QuotePreview } from './quote-preview';

type SendQuoteProps = { quote: PricedQuote; isFirstOpen: boolean };

/** Shows a draft as its client will see it, and sends it. */
export function SendQuote({ quote, isFirstOpen }: SendQuoteProps) {
  const [isOpen, setIsOpen] = useState(isFirstOpen);
  const { id, number, customerName, customerEmail, validUntil } = quote;
  const send = useAction({
    procedure: trpc.quoting.send,
    failure: 'Failed to send the quote. Please try again.',
    done: {
      title: 'Quote Sent',
      description:
        customerEmail === null
          ? `Nothing was mailed: copy the link of ${number} for ${customerName}.`
          : `${number} is on its way to ${customerEmail}.`,
    },
    onDone: () => setIsOpen(false),
  });
  return (
    <>
      <Button look="button-primary min-h-9 px-4 pointer-coarse:min-h-11" label="Send" about={number} onPress={() => setIsOpen(true)} />
      <Dialog
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        title={`Send quote ${number}?`}
        text={
          customerEmail === null
            ? `${customerName} has no email address, so nothing is mailed. The link works from then on, for you to copy and send.`
            : `${customerName} gets the link and the PDF at ${customerEmail}.`
        }
      >
        <form
          className="grid gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            if (!send.isPending) send.mutate({ id });
          }}
        >
          <SampleFacts where="The quote still shows" />
          <p className="text-muted text-sm">Valid until {formatLongDay(validUntil)}. This is what they see:</p>
          <QuotePreview quote={quote} />
          <DialogButtons onCancel={() => setIsOpen(false)} submit="Send" busy="Sending..." isPending={send.isPending} />
        </form>
      </Dialog>
    </>
  );
}
