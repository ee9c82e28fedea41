import type { CurrentConditions, NewsCategory, NewsItem } from '@skyshelf/contracts';

const sample = (
  category: NewsCategory,
  title: string,
  content: string,
): { category: NewsCategory; item: NewsItem } => ({
  category,
  item: {
    title: `Sample: ${title}`,
    link: `https://news.example/${category}`,
    content: `${content} This is a sample: no feeds are set up here.`,
    isoDate: '2026-11-02T09:00:00.000Z',
  },
});

/** Shown where no feeds are set up, and says so. */
export const sampleNews: readonly { category: NewsCategory; item: NewsItem }[] = [
  sample('news', 'A quiet day', 'Nothing happened, and everyone was glad of it.'),
  sample('sport', 'A draw after extra time', 'Both teams shook hands and went home together.'),
  sample('business', 'A shop opens on time', 'The doors opened at nine, as the sign had said.'),
  sample('entertainment', 'A film of ordinary length', 'It ends when the story does.'),
  sample('fashion', 'Blue remains a colour', 'It goes with the sky.'),
  sample('tech', 'A computer does as it is told', 'Its owner had asked politely.'),
  sample('living', 'Bread is best fresh', 'The second day is for toast.'),
  sample('realEstate', 'A house with a view', 'The view is of other houses.'),
];

/** The same for the weather. */
export const sampleWeather: CurrentConditions = {
  icon: 'partly-cloudy-day',
  conditions: 'Sample: partly cloudy',
  temp: 18,
  feelslike: 17,
};
