import { drivesPlan, type IndexPlan } from '@skyshelf/event-store';
import { jobsPlan } from '@skyshelf/jobs';
import { catalogSides } from '../application/catalog.js';
import { catalogProjection } from './projection.js';

/** By what catalog's documents are found, and when they go. */
export const indexes: IndexPlan = { ...drivesPlan(catalogProjection, catalogSides), ...jobsPlan() };
