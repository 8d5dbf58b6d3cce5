import { trpc } from '../../trpc';
import { ActionButton } from '../../ui/action-button';

export function StarterQuestion() {
  const confirm = trpc.inventory.confirmCatalogue.useMutation({ meta: { failure: 'Failed to save your answer. Please try again.' } });
  const answer = (isOurs: boolean) => confirm.mutate({ isOurs });
  return (
    <section
      aria-labelledby="starter-title"
      className="flex flex-wrap items-center gap-x-6 gap-y-3 rounded-card border border-line bg-amber-100 px-5 py-4"
    >
      <div className="min-w-0 grow basis-80">
        <h2 id="starter-title" className="font-bold text-lg">
          Is this your stock?
        </h2>
        <p className="text-[15px]">
          The store opened with sample products. Until you confirm them, their quantities, costs and suppliers are made up and the value of
          the stock is labelled sample.
        </p>
      </div>
      <div className="flex flex-wrap gap-2 max-sm:w-full *:max-sm:grow">
        <ActionButton look="button-dark" label="Yes, this is our stock" isPending={confirm.isPending} onPress={() => answer(true)} />
        <ActionButton label="No, start at zero" isPending={confirm.isPending} onPress={() => answer(false)} />
      </div>
    </section>
  );
}
