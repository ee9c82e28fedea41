import type { SampleImage } from '../pages/sample-images.js';

/** Three photographs of a day at the sea, drawn. */
export const coast: readonly SampleImage[] = [
  {
    sky: ['#4aa6d8', '#a9dcea', '#fdf3d9'],
    sun: { x: 0.7, y: 0.3, radius: 50, colour: '#fffbe6' },
    ridges: [{ at: 0.62, rise: 0.2, rough: 0.5, top: '#5f9f8e', bottom: '#9fcdb0' }],
    water: { at: 0.62, top: '#79cfd6', bottom: '#1b7f96', glint: '#ffffff' },
  },
  {
    sky: ['#f2a65a', '#f7c98b', '#fff0cf'],
    sun: { x: 0.36, y: 0.5, radius: 64, colour: '#fff7de' },
    ridges: [{ at: 0.66, rise: 0.14, rough: 0.4, top: '#a8604f', bottom: '#d98f6a' }],
    water: { at: 0.64, top: '#eeb37c', bottom: '#8a4a52', glint: '#fff1cf' },
  },
  {
    sky: ['#8fb8de', '#c9dcf0', '#f4f1ee'],
    ridges: [
      { at: 0.6, rise: 0.3, rough: 0.55, top: '#8aa0b8', bottom: '#bccbd8' },
      { at: 0.84, rise: 0.24, rough: 0.58, top: '#52708c', bottom: '#7f9cb0' },
      { at: 1.02, rise: 0.2, rough: 0.6, top: '#27455c', bottom: '#1a3145' },
    ],
  },
];
