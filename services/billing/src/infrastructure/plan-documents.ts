import { Prop, Schema, SchemaFactory, InjectModel } from '@nestjs/mongoose';
import { documentOptions } from '@skyshelf/documents/options';
import { DomainError, storedPlan } from '@skyshelf/contracts';
import type { DocumentModule } from '@skyshelf/documents';
import type { Model } from 'mongoose';
import type { PlanCatalogue } from '../application/billing.js';
import type { Plan } from '../domain/plan.js';

@Schema({ ...documentOptions, collection: 'plans' })
class PlanDocument {
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

const planSchema = SchemaFactory.createForClass(PlanDocument);

/** Parsed: operators may edit plans by hand. */
const toPlan = ({ _id, ...plan }: PlanDocument): Plan => storedPlan.parse({ name: _id, ...plan });

export class PlanDocuments implements PlanCatalogue {
  constructor(@InjectModel(PlanDocument.name) private readonly plans: Model<PlanDocument>) {}

  async all(): Promise<Plan[]> {
    return (await this.plans.find().sort({ quota: 1, _id: 1 }).lean().exec()).map(toPlan);
  }

  async find(name: string): Promise<Plan | null> {
    const document = await this.plans.findById(name).lean().exec();
    return document && toPlan(document);
  }

  async put({ name, ...plan }: Plan): Promise<void> {
    try {
      await this.plans.replaceOne({ _id: name }, { _id: name, ...plan }, { upsert: true }).exec();
    } catch (error) {
      if (!isTaken(error)) throw error;
      const message = `The item number ${plan.itemNumber} is another plan's.`;
      throw new DomainError('input.invalid', { field: 'itemNumber', message });
    }
  }
}

const isTaken = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 11_000;

export const planModule: DocumentModule<PlanDocuments> = {
  models: [{ name: PlanDocument.name, schema: planSchema }],
  provider: PlanDocuments,
};
