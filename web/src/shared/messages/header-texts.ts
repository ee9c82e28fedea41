import { messages } from '@skyshelf/contracts/browser';

export const headerTexts = {
  news: 'News',
  newsFailed: messages.someError,
  weather: 'Weather here',
  showWeather: 'Show the weather here',
  weatherFailed: 'The weather cannot be shown just now.',
  degrees: (celsius: number) => `${Math.round(celsius)} °C`,
  feelsLike: (celsius: number) => `feels like ${Math.round(celsius)} °C`,
};
