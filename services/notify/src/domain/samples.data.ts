import type { CurrentConditions, NewsCategory, NewsItem } from '@skyshelf/contracts';

const sample = (
  category: NewsCategory,
  title: string,
  content: string,
  article: string,
): { category: NewsCategory; item: Omit<NewsItem, 'isoDate'> } => ({
  category,
  item: {
    title: `Sample: ${title}`,
    link: `https://en.wikipedia.org/wiki/${article}`,
    content: `${content} This is a sample: no feeds are set up here.`,
  },
});

/** Shown where no feeds are set up, and says so. Each is true on any day, and its link says more. */
const samples = [
  sample('news', 'feeds bring the news', 'A site lists what is new on it in a feed, as RSS or Atom.', 'RSS'),
  sample(
    'sport',
    'a marathon is 42.195 km long',
    'It was run over that distance first at the Games of 1908 in London.',
    'Marathon',
  ),
  sample(
    'business',
    'books have been kept in two columns for centuries',
    'Luca Pacioli described double-entry bookkeeping in print in 1494.',
    'Double-entry_bookkeeping',
  ),
  sample(
    'entertainment',
    'the cinema began with ten short films',
    'The Lumière brothers showed them to a paying audience in Paris on 28 December 1895.',
    'History_of_film',
  ),
  sample(
    'fashion',
    'jeans have had rivets since 1873',
    'Jacob Davis and Levi Strauss patented them to make pockets last.',
    'Jeans',
  ),
  sample(
    'tech',
    'the first website explained what the Web is',
    'Tim Berners-Lee wrote it at CERN, near Geneva.',
    'World_Wide_Web',
  ),
  sample('living', 'honey keeps for years', 'There is too little water in it for microbes to grow.', 'Honey'),
  sample(
    'realEstate',
    'a square metre is 10.76 square feet',
    'A square foot is 0.0929 square metres.',
    'Square_metre',
  ),
];

export const sampleNews = (today: Date): readonly { category: NewsCategory; item: NewsItem }[] =>
  samples.map(({ category, item }) => ({ category, item: { ...item, isoDate: today.toISOString() } }));

export const sampleWeather: CurrentConditions = {
  icon: 'partly-cloudy-day',
  conditions: 'Sample: partly cloudy',
  temp: 18,
  feelslike: 17,
};
