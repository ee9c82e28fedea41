import type { Size } from './window-size.js';

const KEY = 'skyshelf:window-sizes';

type Sizes = Record<string, Size>;

const isSize = (value: unknown): value is Size => {
  const size = value as Partial<Size> | null;
  return (
    typeof size?.width === 'number' && typeof size.height === 'number' && size.width > 0 && size.height > 0
  );
};

/** Unreadable counts as never set. */
const stored = (): Sizes => {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    if (typeof found !== 'object' || found === null) return {};
    return Object.fromEntries(
      Object.entries(found).flatMap(([name, size]: [string, unknown]) =>
        isSize(size) ? [[name, { width: size.width, height: size.height }]] : [],
      ),
    );
  } catch {
    return {};
  }
};

export const rememberedSize = (viewer: string): Size | null => stored()[viewer] ?? null;

export const rememberSize = (viewer: string, { width, height }: Size): void =>
  localStorage.setItem(KEY, JSON.stringify({ ...stored(), [viewer]: { width, height } }));
