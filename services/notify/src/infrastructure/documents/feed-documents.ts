import { InjectModel, Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import type { NewsItem } from '@skyshelf/contracts';
import type { DocumentModule } from '@skyshelf/documents';
import { documentOptions } from '@skyshelf/documents/options';
import type { ClientSession, Model } from 'mongoose';
import type { Feeds, KnownFeed } from '../../application/feeds.js';

/** One that no one has asked for so long is forgotten. */
const KEPT_MS = 30 * 86_400_000;

/** A feed as it was last read. */
@Schema({ ...documentOptions, collection: 'feeds' })
export class FeedDocument {
  @Prop({ type: String, required: true })
  _id!: string;

  @Prop({ type: Date, required: true })
  checked!: Date;

  @Prop({ type: [Object], required: true })
  items!: NewsItem[];

  @Prop({ type: String, default: null })
  etag!: string | null;

  @Prop({ type: String, default: null })
  modified!: string | null;

  @Prop({ type: String, default: null })
  failure!: string | null;

  @Prop({ type: Date, required: true })
  expires!: Date;
}

/** What is known of feeds, as documents of notify's database. */
export class FeedDocuments implements Pick<Feeds, 'known' | 'keep'> {
  constructor(@InjectModel(FeedDocument.name) private readonly feeds: Model<FeedDocument>) {}

  async known(urls: readonly string[]): Promise<KnownFeed[]> {
    const found = await this.feeds
      .find({ _id: { $in: [...urls] } })
      .lean()
      .exec();
    return found.map(({ _id: url, expires: _, ...feed }) => ({ url, ...feed }));
  }

  async keep(session: ClientSession, { url, ...feed }: KnownFeed): Promise<void> {
    const $set = { ...feed, expires: new Date(feed.checked.getTime() + KEPT_MS) };
    await this.feeds.updateOne({ _id: url }, { $set }, { session, upsert: true }).exec();
  }
}

export const feedModule: DocumentModule<FeedDocuments> = {
  models: [{ name: FeedDocument.name, schema: SchemaFactory.createForClass(FeedDocument) }],
  provider: FeedDocuments,
};
