/** Says in a form that it was filled in from before (public-form.ts), and takes that away where it is not wanted. */
export const DraftNote = () => (
  <p className="flex flex-wrap items-center gap-x-3 text-muted text-sm">
    We kept what you typed.
    <button type="reset" className="min-h-11 px-1 font-semibold text-ink underline">
      Clear
    </button>
  </p>
);
