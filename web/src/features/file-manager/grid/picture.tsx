import css from './thumb.module.css';

interface PictureProps {
  /** Where an image element finds it. */
  sources: { src: string; srcSet?: string };
  icon: string;
  /** Of a page the top is shown: that tells more than its middle. */
  isPage?: boolean;
}

/** What comes later than this has left its icon standing for a while, and fades in. */
const LATE_MS = 300;

interface Begun {
  at: number;
  srcSet: string | undefined;
}
const begun = new WeakMap<HTMLImageElement, Begun>();

/** A browser that finds two addresses looks for both: the denser ones are named where they count, or begin to. */
const isDense = matchMedia('(min-resolution: 1.01dppx)');
isDense.addEventListener('change', () => {
  for (const image of document.querySelectorAll<HTMLImageElement>('img[data-state]')) sharpen(image);
});

const sharpen = (image: HTMLImageElement): void => {
  const srcSet = begun.get(image)?.srcSet;
  if (isDense.matches && srcSet !== undefined) image.srcset = srcSet;
};

const show = async (image: HTMLImageElement): Promise<void> => {
  try {
    await image.decode();
  } catch {
    return giveUp(image);
  }
  if (performance.now() - (begun.get(image)?.at ?? 0) > LATE_MS) image.dataset.late = 'true';
  image.dataset.state = 'ready';
};

const giveUp = (image: HTMLImageElement): void => void (image.dataset.state = 'broken');

/**
 * A picture that appears once it is decoded; until then, and if it can't be shown, the icon stays. Below a picture the
 * icon says its kind, as a chip. What is shown is said by the picture's state alone: dozens come in a frame while a
 * folder is scrolled, and none of them is worth drawing its tile again.
 */
export const Picture = ({ sources: { src, srcSet }, icon, isPage }: PictureProps) => (
  <>
    <img
      // By hand: React gives each picture its address twice, and the browser looks for it twice.
      ref={(image) => {
        if (!image || begun.has(image)) return;
        begun.set(image, { at: performance.now(), srcSet });
        sharpen(image);
        image.src = src;
      }}
      className={css.picture}
      alt=""
      draggable={false}
      decoding="async"
      data-state="loading"
      data-page={isPage || undefined}
      onLoad={({ currentTarget }) => void show(currentTarget)}
      onError={({ currentTarget }) => giveUp(currentTarget)}
    />
    <span className={css.icon} style={{ backgroundImage: `url("${icon}")` }} />
  </>
);
