import { Prop, Schema, SchemaFactory, InjectModel } from '@nestjs/mongoose';
import { documentOptions } from '@skyshelf/documents/options';
import { Binary } from 'mongodb';
import type { DocumentModule } from '@skyshelf/documents';
import type { ClientSession, Model } from 'mongoose';
import type { FeedItem, Feeds, KnownFeed, NewsPicture, PictureSource } from '../../application/feeds.js';

@Schema({ ...documentOptions, collection: 'news-pictures' })
class PictureDocument {
  @Prop({ type: String, required: true })
  _id!: string;

  @Prop({ type: String, required: true })
  feed!: string;

  @Prop({ type: Buffer, default: null })
  webp!: Binary | null;

  @Prop({ type: Date, required: true })
  tried!: Date;

  @Prop({ type: Date, required: true })
  expires!: Date;
}

const pictureSchema = SchemaFactory.createForClass(PictureDocument);

/** A feed without a reader is kept this long. */
const KEPT_MS = 30 * 86_400_000;

@Schema({ ...documentOptions, collection: 'feeds' })
export class FeedDocument {
  @Prop({ type: String, required: true })
  _id!: string;

  @Prop({ type: Date, required: true })
  checked!: Date;

  @Prop({ type: [Object], required: true })
  items!: FeedItem[];

  @Prop({ type: String, default: null })
  etag!: string | null;

  @Prop({ type: String, default: null })
  modified!: string | null;

  @Prop({ type: String, default: null })
  failure!: string | null;

  @Prop({ type: Date, required: true })
  expires!: Date;
}

export class FeedDocuments implements Pick<Feeds, 'known' | 'keep'> {
  constructor(
    @InjectModel(FeedDocument.name) private readonly feeds: Model<FeedDocument>,
    @InjectModel(PictureDocument.name) private readonly pictures: Model<PictureDocument>,
  ) {}

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
    const shown = feed.items.flatMap(({ picture }) => picture?.id ?? []);
    await this.pictures.deleteMany({ feed: url, _id: { $nin: shown } }, { session }).exec();
  }

  async pictureSource(id: string): Promise<PictureSource | null> {
    const feed = await this.feeds.findOne({ 'items.picture.id': id }).lean().exec();
    const picture = feed?.items.map((item) => item.picture).find((each) => each?.id === id);
    return feed && picture ? { address: picture.address, feed: feed._id, expires: feed.expires } : null;
  }

  async findPicture(id: string): Promise<NewsPicture | null> {
    const found = await this.pictures.findById(id).lean().exec();
    if (!found) return null;
    const { feed, webp, tried, expires } = found;
    return { id, feed, webp: webp && webp.buffer, tried, expires };
  }

  async keepPicture(session: ClientSession, { id, webp, ...fields }: NewsPicture): Promise<void> {
    const $set = { ...fields, webp: webp && new Binary(webp) };
    await this.pictures.updateOne({ _id: id }, { $set }, { session, upsert: true }).exec();
  }
}

export const feedModule: DocumentModule<FeedDocuments> = {
  models: [
    { name: FeedDocument.name, schema: SchemaFactory.createForClass(FeedDocument) },
    { name: PictureDocument.name, schema: pictureSchema },
  ],
  provider: FeedDocuments,
};
