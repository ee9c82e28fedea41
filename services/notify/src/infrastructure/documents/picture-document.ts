import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { documentOptions } from '@skyshelf/documents/options';
import type { Binary } from 'mongodb';

@Schema({ ...documentOptions, collection: 'news-pictures' })
export class PictureDocument {
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

export const pictureSchema = SchemaFactory.createForClass(PictureDocument);
