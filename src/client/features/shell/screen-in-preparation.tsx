import { Link } from '@tanstack/react-router';

/** A staff path whose screen is still being made: what it will hold, and the way back. */
export function ScreenInPreparation({ title, purpose }: { title: string; purpose: string }) {
  return (
    <>
      <h1 className="font-bold text-[30px]">{title}</h1>
      <div className="grid max-w-xl justify-items-start gap-4 rounded-card border border-line bg-paper p-6">
        <p>{purpose}</p>
        <p className="text-muted">This screen is not part of this version yet.</p>
        <Link to="/admin" className="button-ghost">
          Back to Admin
        </Link>
      </div>
    </>
  );
}
