import { limits, messages, type ElementView } from '@skyshelf/contracts/browser';
import { nameKey } from '@skyshelf/contracts/rules';
import { ApiFailure } from '../../shared/api/api-error.js';
import { callApi } from '../../shared/api/call-api.js';
import { newKey } from '../../shared/api/idempotency-key.js';
import type { Changes } from '../../shared/listings/listing-changes.js';
import type { Done, Look } from './undoable.js';

type Of<Kind extends Done['kind']> = Extract<Done, { kind: Kind }>;
const nothing: Changes = { elements: [], removed: [] };
const idsOf = (looks: readonly Look[]): string[] => looks.map(({ _id }) => _id);

const portions = <Item>(items: readonly Item[]): Item[][] =>
  Array.from({ length: Math.ceil(items.length / limits.maxIdsPerCommand) }, (_, at) =>
    items.slice(at * limits.maxIdsPerCommand, (at + 1) * limits.maxIdsPerCommand),
  );

/**
 * Carries out the inverse of a command. Answers what has changed by it.
 * @throws {ApiFailure} the server's refusal; then all is as it was before
 */
export const reverse = (done: Done): Promise<Changes> => {
  switch (done.kind) {
    case 'added':
      return removeAgain(done);
    case 'edited':
      return editBack(done);
    case 'moved':
      return moveBack(done);
    case 'tagged':
      return tagBack(done);
    case 'deleted':
      return bringBack(done);
    case 'replaced':
      return giveBack(done);
  }
};

async function removeAgain({ elements }: Of<'added'>): Promise<Changes> {
  const removed = idsOf(elements);
  for (const arr of portions(removed))
    await callApi('deleteElements', { body: { url: '/', arr }, idempotencyKey: newKey() });
  return { ...nothing, removed };
}

const editBack = async ({ before }: Of<'edited'>): Promise<Changes> => ({
  ...nothing,
  elements: [await giveLook(before)],
});

async function giveLook({ _id: id, path: url, folderId, linkname, linktag }: Look): Promise<ElementView> {
  const body = { url, folderId, id, obj: { linkname, linktag } };
  return (await callApi('editElement', { body, idempotencyKey: newKey() })).docs.element;
}

/** @throws {ApiFailure} name.exists when a name is taken where elements stood */
async function moveBack({ before, after }: Of<'moved'>): Promise<Changes> {
  const homes = [...Map.groupBy(before, ({ folderId }) => folderId).values()];
  for (const looks of homes) await requireFreeNames(looks);
  const elements: ElementView[] = [];
  const there = new Map(after.map((look) => [look._id, look]));
  for (const looks of homes)
    for (const some of portions(looks)) {
      const came = await move(some, some);
      elements.push(...came);
      if (came.length === some.length) continue;
      // One has got in between: forward again with those that came.
      await move(
        came,
        came.map((one) => there.get(one._id) ?? one),
      );
      throw nameTaken();
    }
  return { ...nothing, elements };
}

const move = async (looks: readonly Look[], to: readonly Look[]): Promise<ElementView[]> => {
  const [target] = to;
  if (!target || looks.length === 0) return [];
  const body = {
    ...{ url: target.path, folderId: target.folderId, arr: idsOf(looks) },
    action: 'cut' as const,
  };
  return (await callApi('pasteElements', { body, idempotencyKey: newKey() })).docs.ops;
};

const nameTaken = (): ApiFailure =>
  new ApiFailure({ status: 409, code: 'name.exists', message: messages.nameExists });

const placeOf = ({ linktype, linkname }: Look): string => `${linktype === 'folder'} ${nameKey(linkname)}`;

/** So that nothing is half undone. */
async function requireFreeNames(looks: readonly Look[]): Promise<void> {
  const [first] = looks;
  if (!first) return;
  const { docs } = await callApi('listFolder', { body: { url: first.path, folderId: first.folderId } });
  const taken = new Set(docs.map(placeOf));
  if (looks.some((look) => taken.has(placeOf(look)))) throw nameTaken();
}

/** Elements that got and lost the same tags go together. */
async function tagBack({ before, after }: Of<'tagged'>): Promise<Changes> {
  const groups = Map.groupBy(before, (look, at) => {
    const now = after[at]?.linktag ?? [];
    const add = look.linktag.filter((tag) => !now.includes(tag));
    const remove = now.filter((tag) => !look.linktag.includes(tag));
    return JSON.stringify({ add, remove });
  });
  for (const [group, looks] of groups) {
    const change = JSON.parse(group) as { add: string[]; remove: string[] };
    for (const arr of portions(idsOf(looks)))
      await callApi('tagElements', { body: { arr, ...change }, idempotencyKey: newKey() });
  }
  return nothing;
}

/** The old file comes back before the new one goes: whatever fails, neither is lost. */
async function giveBack({ before, after, process }: Of<'replaced'>): Promise<Changes> {
  await giveLook(before);
  const body = { process, exact: true };
  const { docs } = await callApi('cancelProcess', { body, idempotencyKey: newKey() }).catch(
    async (failure: unknown) => {
      await giveLook(after);
      throw failure;
    },
  );
  return { ...(await removeAgain({ kind: 'added', elements: [before] })), elements: docs.ops };
}

async function bringBack({ processes }: Of<'deleted'>): Promise<Changes> {
  const elements: ElementView[] = [];
  try {
    for (const process of processes) {
      const body = { process, exact: true };
      elements.push(...(await callApi('cancelProcess', { body, idempotencyKey: newKey() })).docs.ops);
    }
  } catch (failure) {
    // All of it or nothing.
    for (const arr of portions(elements.map(({ _id }) => _id)))
      await callApi('deleteElements', {
        body: { url: '/', arr, hold: limits.maxHoldSeconds },
        idempotencyKey: newKey(),
      });
    throw failure;
  }
  return { ...nothing, elements };
}
