import { ROOT_ID } from '@skyshelf/contracts';
import fc from 'fast-check';
import { addBook, createFolder, rename, type ShelfCommand } from '../src/example/shelf-commands.js';
import {
  changeQuota,
  markRead,
  move,
  putAway,
  release,
  remove,
  reserve,
} from '../src/example/shelf-tree-commands.js';

export type AnyShelfCommand = ShelfCommand<unknown, unknown>;

/** A command before it is known which elements there are: numbers stand for them. */
interface Wish {
  kind:
    | 'folder'
    | 'book'
    | 'blind'
    | 'rename'
    | 'move'
    | 'remove'
    | 'put away'
    | 'read'
    | 'quota'
    | 'reserve'
    | 'release'
    | 'again';
  a: number;
  b: number;
  name: string;
  size: number;
}

const wish: fc.Arbitrary<Wish> = fc.record({
  kind: fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom('folder' as const, 'book' as const) },
    { weight: 6, arbitrary: fc.constantFrom('rename' as const, 'move' as const, 'read' as const) },
    { weight: 3, arbitrary: fc.constantFrom('blind' as const, 'again' as const, 'remove' as const) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        'put away' as const,
        'quota' as const,
        'reserve' as const,
        'release' as const,
      ),
    },
  ),
  a: fc.nat(10_000),
  b: fc.nat(10_000),
  // Few names, so that they collide.
  name: fc.constantFrom('a', 'A', 'b', 'c', 'd', 'é', 'E\u0301', 'f', ' f ', 'g'),
  size: fc.nat(60),
});

/** Groups of commands; those of a group are sent at the same moment. */
export const wishes = (size: number): fc.Arbitrary<Wish[][]> =>
  fc.array(fc.array(wish, { minLength: 1, maxLength: 24, size: 'max' }), {
    minLength: size,
    maxLength: size,
  });

/**
 * Makes commands of wishes, the same for the same wishes: ids of new elements are counted up, and operations
 * have names.
 */
export function interpreter() {
  let made = 0;
  const sent: { opId: string; command: AnyShelfCommand }[] = [];
  const element = (n: number): string => (made === 0 ? 'nobody' : `e${n % made}`);
  const parent = (n: number): string => (n % 3 === 0 ? ROOT_ID : element(n));

  const commandOf = ({ kind, a, b, name, size }: Wish): AnyShelfCommand => {
    switch (kind) {
      case 'folder':
        return createFolder(name, parent(a), `e${made++}`);
      case 'book':
      case 'blind':
        return addBook({
          name,
          size,
          tags: [name],
          parentId: parent(a),
          id: `e${made++}`,
          blind: kind === 'blind',
        });
      case 'rename':
        return rename(element(a), name);
      case 'move':
        return move(element(a), parent(b));
      case 'remove':
        return remove(element(a));
      case 'put away':
        return putAway(element(a), `p${b % 5}`);
      case 'read':
        return markRead([element(a), element(b)], new Date(b));
      case 'quota':
        return changeQuota(200 + (b % 600));
      case 'reserve':
        return reserve(`r${a % 5}`, size);
      case 'release':
        return release(`r${a % 5}`);
      case 'again':
        return rename('nobody', 'nothing');
    }
  };

  /** A wish of kind `again` sends an earlier operation once more. */
  return (each: Wish): { opId: string; command: AnyShelfCommand } => {
    const earlier = each.kind === 'again' ? sent[each.a % Math.max(1, sent.length)] : undefined;
    const now = earlier ?? { opId: `op:${sent.length}`, command: commandOf(each) };
    sent.push(now);
    return now;
  };
}
