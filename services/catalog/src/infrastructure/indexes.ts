import { drivesPlan, type IndexPlan } from '@skyshelf/event-store';
import { jobsPlan } from '@skyshelf/jobs';
import { catalogSides } from '../application/catalog.js';
import { catalogProjection } from './drive-store.js';

export const indexes: IndexPlan = { ...drivesPlan(catalogProjection, catalogSides), ...jobsPlan() };
