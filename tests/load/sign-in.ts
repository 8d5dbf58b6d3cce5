import { postJson } from '../support/post-json';
import { LoadHouse } from './house';
import { pairedRatio } from './pairs';
import { tell } from './report';

const ROUNDS = 400;

/** Compares how long a request for a sign-in link takes for a client and for an unknown address. Each client asks once, so that each gets a link. */
export async function signIn(): Promise<void> {
  const house = new LoadHouse();
  await house.start();
  const headers = await house.signIn();
  const addressOf = (name: string, round: number) => `${name}.${String(round).padStart(4, '0')}@example.com`;
  for (let round = 0; round < ROUNDS; round++)
    await postJson(
      `${house.origin}/trpc/clients.create`,
      { name: `Client ${round}`, email: addressOf('client', round), phone: null, address: '4 Elm St, Kamloops' },
      headers,
    );
  const rounds = { client: 0, nobody: 0 };
  const ask = async (name: keyof typeof rounds) => {
    const startedAt = performance.now();
    const answer = await postJson(`${house.origin}/trpc/portal.requestLink`, { email: addressOf(name, rounds[name]++) });
    await answer.arrayBuffer();
    if (answer.status !== 202) throw new Error(`portal.requestLink: ${answer.status}`);
    return performance.now() - startedAt;
  };
  const found = await pairedRatio(
    ROUNDS,
    () => ask('client'),
    () => ask('nobody'),
  );
  const text = `${found.ours.toFixed(2)} ms of a client, ${found.bare.toFixed(2)} ms of an unknown address`;
  tell('request for a sign-in link, medians', text, Math.abs(found.ratio - 1) <= 0.1);
  await house.stop();
  house.remove();
}
