/** The specification's: 128 levels. */
export const FFT_SIZE = 256;

const BAR_PX = 7;
const GAP_PX = 3;
/** The upper third of frequencies is nearly silent in music. */
const USED_SHARE = 0.7;

/** Low frequencies first, 0 to 1. */
export function barLevels(levels: Uint8Array, count: number): number[] {
  const used = Math.max(1, Math.floor(levels.length * USED_SHARE));
  return Array.from({ length: count }, (_, index) => {
    const from = Math.floor((index * used) / count);
    const to = Math.max(from + 1, Math.floor(((index + 1) * used) / count));
    return Math.max(...levels.subarray(from, to)) / 255;
  });
}

export function drawBars(canvas: HTMLCanvasElement, levels: Uint8Array): void {
  const { clientWidth: width, clientHeight: height } = canvas;
  const drawing = canvas.getContext('2d');
  if (!drawing || width === 0 || height === 0) return;
  const ratio = window.devicePixelRatio || 1;
  const across = Math.round(width * ratio);
  const down = Math.round(height * ratio);
  if (canvas.width !== across || canvas.height !== down) [canvas.width, canvas.height] = [across, down];
  drawing.setTransform(ratio, 0, 0, ratio, 0, 0);
  drawing.clearRect(0, 0, width, height);
  const colours = drawing.createLinearGradient(0, height, 0, 0);
  colours.addColorStop(0, '#1fbcd3');
  colours.addColorStop(1, '#b7f2fa');
  drawing.fillStyle = colours;
  const count = Math.max(1, Math.floor((width + GAP_PX) / (BAR_PX + GAP_PX)));
  const left = (width - count * (BAR_PX + GAP_PX) + GAP_PX) / 2;
  barLevels(levels, count).forEach((level, index) => {
    const tall = Math.max(3, level * height);
    drawing.beginPath();
    drawing.roundRect(left + index * (BAR_PX + GAP_PX), height - tall, BAR_PX, tall, 3);
    drawing.fill();
  });
}
