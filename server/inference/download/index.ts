/** What `npm run models:pull` needs of the downloader: the same code as the dashboard's. */
export { readCatalog } from '../models/catalog.ts';
export { PullError } from './pull-error.ts';
export { pullModel } from './pull-model.ts';
