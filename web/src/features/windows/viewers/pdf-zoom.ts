/** The specification's: steps of 0.5, above 0 and below 3.5. */
const STEP = 0.5;
const BOUND = 3.5;

export const zoomedIn = (zoom: number): number | null => (zoom + STEP < BOUND ? zoom + STEP : null);
export const zoomedOut = (zoom: number): number | null => (zoom - STEP > 0 ? zoom - STEP : null);
export const initialZoom = (compact: boolean): number => (compact ? 1 : 1.4);
