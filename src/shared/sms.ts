import { z } from 'zod';

/** Answers that end the consent to text messages: English, French (as Canadian carriers require) and the long word. */
const STOP_WORDS: readonly string[] = ['STOP', 'ARRET', 'ARRÊT', 'UNSUBSCRIBE'];

/** Returns whether the answer to a text message asks for no more of them. */
export const isStop = (text: string): boolean => STOP_WORDS.includes(text.normalize('NFC').trim().toUpperCase());

/** A text message that the gateway received. */
export const inboundSms = z.object({
  from: z.string('Please give the number that sent the text.').trim().min(1, 'Please give the number that sent the text.').max(40),
  text: z.string('Please give the text.').max(2000),
});
