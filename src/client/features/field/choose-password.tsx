import { trpc } from '../../trpc';
import { PasswordForm } from './password-form';

export function ChoosePassword() {
  const me = trpc.team.me.useQuery();
  if (!me.data?.mustChangePassword) return null;
  return (
    <section aria-labelledby="password-title" className="grid gap-4 rounded-card border-2 border-citrus-500 bg-paper p-4">
      <div>
        <h2 id="password-title" className="font-bold text-lg">
          Choose your password
        </h2>
        <p className="text-[15px] text-muted">The one you were given lasts 72 hours. Your jobs are below all the same.</p>
      </div>
      <PasswordForm />
    </section>
  );
}
