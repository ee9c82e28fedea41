import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { documentOptions } from '@skyshelf/documents/options';

@Schema({ ...documentOptions, collection: 'plans' })
export class PlanDocument {
  @Prop({ type: String, required: true })
  _id!: string;

  @Prop({ type: String, required: true })
  description!: string;

  @Prop({ type: Number, required: true })
  price!: number;

  @Prop({ type: String, required: true })
  currencySymbol!: string;

  @Prop({ type: String, required: true })
  currencyCode!: string;

  @Prop({ type: Number, required: true })
  quota!: number;

  @Prop({ type: String, default: null })
  buttonId!: string | null;

  @Prop({ type: String, required: true })
  itemNumber!: string;

  @Prop({ type: String, default: null })
  badge!: string | null;
}

export const planSchema = SchemaFactory.createForClass(PlanDocument);
