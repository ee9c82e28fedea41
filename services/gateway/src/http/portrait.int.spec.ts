import { eventually } from '@skyshelf/testing';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { runCraftedSignIn, signed } from '../../testing/crafted-provider.js';
import type { RunningGateway } from '../../testing/run-gateway.js';

const [first, second] = ['https://pictures.example/one.png', 'https://pictures.example/two.png'];

let crafted: Awaited<ReturnType<typeof runCraftedSignIn>>;
let gateway: RunningGateway;
beforeAll(async () => {
  crafted = await runCraftedSignIn();
  ({ gateway } = crafted);
});
afterAll(() => crafted.stop());
beforeEach(() => {
  gateway.catalog.portraits.asked.length = 0;
  gateway.catalog.portraits.made = new Map([
    [first, Buffer.from('a first picture')],
    [second, Buffer.from('a second one')],
  ]);
});

/** Signs in as someone whom the provider shows with this picture. */
async function signIn(sub: string, picture?: string) {
  const { headers } = await crafted.signIn((terms) =>
    signed(terms, { sub, name: sub, ...(picture && { picture }) }),
  );
  const pictureOf = async () => {
    const answer = await fetch(`${gateway.url}/api/userinfo`, { headers });
    return ((await answer.json()) as { picture: string | null }).picture;
  };
  return { headers, pictureOf, shown: () => eventually(async () => (await pictureOf()) ?? false) };
}

it('shows the picture of the provider, made again, to its owner alone', async () => {
  const eve = await signIn('eve', first);
  const address = new URL(await eve.shown(), gateway.url);
  const answer = await fetch(address, { headers: eve.headers });
  expect(answer.headers.get('content-type')).toBe('image/webp');
  expect(await answer.text()).toBe('a first picture');
  const known = { ...eve.headers, 'if-none-match': answer.headers.get('etag') ?? '' };
  expect((await fetch(address, { headers: known })).status).toBe(304);
  expect((await fetch(address)).status).toBe(401);
  const ann = await signIn('ann');
  expect((await fetch(address, { headers: ann.headers })).status).toBe(404);
  expect(JSON.stringify(await gateway.runtime.db.collection('outbox').find().toArray())).not.toContain(first);
});

it('asks once for each picture, follows its owner to another one, and forgets one that is gone', async () => {
  const former = await (await signIn('bea', first)).shown();
  const again = await signIn('bea', first);
  expect(await again.pictureOf()).toBe(former);
  const changed = await signIn('bea', second);
  await eventually(async () => (await changed.pictureOf()) !== former);
  expect(gateway.catalog.portraits.asked).toEqual([first, second]);
  expect(await (await signIn('bea')).pictureOf()).toBeNull();
});

it('lets people sign in whose picture is not to be had, and asks at the next sign-in again', async () => {
  gateway.catalog.portraits.made.delete(first);
  const cora = await signIn('cora', first);
  await eventually(() => gateway.catalog.portraits.asked.length === 1);
  expect(await cora.pictureOf()).toBeNull();
  gateway.catalog.portraits.made.set(first, Buffer.from('there now'));
  await eventually(async () => (await gateway.runtime.db.collection('jobs').countDocuments()) === 0);
  expect(await (await signIn('cora', first)).shown()).toMatch(/^\/api\/account\/picture\?v=/);
});
