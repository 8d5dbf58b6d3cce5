import { z } from 'zod';
import type { Env } from '../env';
import { readBytes } from './response-bytes';

const TIMEOUT_MS = 20_000;
/** More than a message of five thousand characters in any script. */
const MAX_BYTES = 200_000;

/** The part of a chat completion that we read. */
const answerSchema = z.object({ choices: z.array(z.object({ message: z.object({ content: z.string() }) })).min(1) });

/** Client of a language model with the API of OpenAI's chat completions. */
export class LanguageModel {
  constructor(
    readonly url: string,
    readonly key: string,
    readonly model: string,
    readonly timeoutMs = TIMEOUT_MS,
  ) {}

  /** Returns the model's version of a text under an instruction. Throws when the model does not respond in time or in the agreed shape. */
  async complete(instruction: string, text: string): Promise<string> {
    const response = await fetch(`${this.url.replace(/\/+$/, '')}/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${this.key}`, 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({
        model: this.model,
        messages: [
          { role: 'system', content: instruction },
          { role: 'user', content: text },
        ],
      }),
      // The key is for this address only.
      redirect: 'error',
      signal: AbortSignal.timeout(this.timeoutMs),
    });
    if (!response.ok) throw new Error(`The language model answered ${response.status}.`);
    const bytes = await readBytes(response, MAX_BYTES, 'The language model');
    return answerSchema.parse(JSON.parse(bytes.toString('utf8'))).choices[0]?.message.content ?? '';
  }
}

/** Returns the language model that the environment names with address, key and name, or undefined. */
export const readLanguageModel = ({ LLM_URL, LLM_KEY, LLM_MODEL }: Env): LanguageModel | undefined =>
  LLM_URL === undefined || LLM_KEY === undefined || LLM_MODEL === undefined ? undefined : new LanguageModel(LLM_URL, LLM_KEY, LLM_MODEL);
