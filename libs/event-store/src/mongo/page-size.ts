import { BSON, type Document } from 'mongodb';

const MOST_EVENTS = 500;
const FIRST = 16;
/** About so many bytes at a time: an event may have a quarter of a megabyte, and becomes ten times as large in memory. */
const PAGE_BYTES = 1024 * 1024;

/** How many events to read at a time: as many as make a page of about a megabyte, as far as the page before tells. */
export class PageSize {
  limit = FIRST;

  seen(page: readonly Document[]): void {
    if (page.length === 0) return;
    const bytes = page.reduce((sum, document) => sum + BSON.calculateObjectSize(document), 0);
    this.limit = Math.max(1, Math.min(MOST_EVENTS, Math.floor((PAGE_BYTES * page.length) / bytes)));
  }
}
