/** Exports the dashboard's downloader for `npm run models:pull`. */
export { readCatalog } from '../models/catalog.ts';
export { PullError } from './pull-error.ts';
export { pullModel } from './pull-model.ts';
