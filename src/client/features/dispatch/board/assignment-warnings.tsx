export const AssignmentWarnings = ({ warnings }: { warnings: readonly string[] }) => (
  <div aria-live="polite">
    {warnings.length > 0 && (
      <div className="grid gap-1 rounded-small bg-amber-100 px-4 py-3 text-amber-700">
        <p className="font-semibold">Please check before you assign:</p>
        <ul className="grid gap-1 text-[15px]">
          {warnings.map((warning) => (
            <li key={warning}>{warning}</li>
          ))}
        </ul>
      </div>
    )}
  </div>
);
