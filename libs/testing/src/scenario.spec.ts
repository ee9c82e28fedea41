import { describe, expect, it } from 'vitest';
import { scenario } from './scenario.js';

interface Placed {
  type: 'placed';
  title: string;
  at?: number;
}
interface Place {
  title: string;
}

class FullError extends Error {
  readonly code = 'shelf-full';
  readonly details = { room: 2 };
}

const shelf = scenario<Placed, Place>(() => {
  const titles: string[] = [];
  return {
    seed: (events) => void titles.push(...events.map((event) => event.title)),
    run: ({ title }) => {
      if (titles.length >= 2) throw new FullError();
      if (title === 'taken') return { code: 'name-taken', details: { title } };
      return titles.includes(title) ? undefined : { type: 'placed', title, at: 7 };
    },
  };
});
const placed = (title: string): Placed => ({ type: 'placed', title });

describe('a scenario', () => {
  it('passes when the events come out, compared by the fields that are named', async () => {
    await shelf.given(placed('a')).when({ title: 'b' }).then({ type: 'placed', title: 'b' });
  });

  it('fails when other events, none, or too few are expected', async () => {
    await expect(shelf.given().when({ title: 'b' }).then({ title: 'c' })).rejects.toThrow(/'c'/);
    await expect(shelf.given().when({ title: 'b' }).thenNothing()).rejects.toThrow('0 events were expected');
    await expect(shelf.given().when({ title: 'b' }).then({}, {})).rejects.toThrow('2 events were expected');
  });

  it('passes when nothing comes out of a command that changes nothing', async () => {
    await shelf.given(placed('a')).when({ title: 'a' }).thenNothing();
  });

  it('takes a refusal that is answered or thrown', async () => {
    await shelf.given().when({ title: 'taken' }).thenRefused('name-taken', { title: 'taken' });
    await shelf.given(placed('a'), placed('b')).when({ title: 'c' }).thenRefused('shelf-full');
    await expect(shelf.given().when({ title: 'b' }).thenRefused('name-taken')).rejects.toThrow(
      'a refusal was expected',
    );
    await expect(shelf.given().when({ title: 'taken' }).then({})).rejects.toThrow('it was refused');
  });

  it('does not pass in silence when its end is forgotten', async () => {
    const forgotten = shelf.given().when({ title: 'b' }) as unknown as PromiseLike<void>;
    await expect(Promise.resolve(forgotten)).rejects.toThrow('say what is expected');
  });
});
