/** Asks for consent to text messages; never ticked in advance (Canada's Anti-Spam Legislation, S.C. 2010, c. 23, s. 6). */
export const SmsChoice = ({ defaultChecked = false }: { defaultChecked?: boolean }) => (
  <label className="flex min-h-11 cursor-pointer items-start gap-3 py-2 text-[15px] sm:col-span-2">
    <input type="checkbox" name="smsConsent" defaultChecked={defaultChecked} className="mt-0.5 size-5 shrink-0 accent-pine-700" />
    <span>Also send me reminders of visits by text message. I can stop them at any time by replying STOP.</span>
  </label>
);
