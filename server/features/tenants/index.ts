export { TenantsRepository } from './tenants.repository.ts';
