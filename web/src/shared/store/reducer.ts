import { combineSlices } from '@reduxjs/toolkit';
import { api } from '../api/api.js';

/** Features add theirs by declaration merging. */
export interface FeatureSlices {}

export const rootReducer = combineSlices(api).withLazyLoadedSlices<FeatureSlices>();

export type RootState = ReturnType<typeof rootReducer>;
