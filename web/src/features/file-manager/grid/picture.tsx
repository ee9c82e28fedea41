import css from './thumb.module.css';

interface PictureProps {
  sources: { src: string; srcSet?: string };
  icon: string;
  /** Its top tells more than its middle. */
  isPage?: boolean;
}

/** Milliseconds; later ones fade in. */
const LATE_MS = 300;

interface Begun {
  at: number;
  srcSet: string | undefined;
}
const begun = new WeakMap<HTMLImageElement, Begun>();

/** A browser looks up every address of a `srcset`: dense ones are named where they count. */
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

/** State in an attribute alone, without React: dozens come in a frame while scrolling. */
export const Picture = ({ sources: { src, srcSet }, icon, isPage }: PictureProps) => (
  <>
    <img
      // By hand: React sets the address twice, and the browser looks for it twice.
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
