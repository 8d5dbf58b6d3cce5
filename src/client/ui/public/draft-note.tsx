/** Says that a form was filled in from a draft (public-form.ts), and offers to clear it. */
export const DraftNote = () => (
  <p className="flex flex-wrap items-center gap-x-3 text-muted text-sm">
    We kept what you typed.
    <button type="reset" className="min-h-11 px-1 font-semibold text-ink underline">
      Clear
    </button>
  </p>
);
