import { z } from 'zod';
import { CountrySchema } from '../domain/country.ts';
import { route } from './base.ts';

export const WorkspaceSettingsSchema = z.strictObject({
  defaultCountry: CountrySchema.nullable().describe(
    'The country of phone numbers that are written without a country code; null until one is chosen or a number is connected',
  ),
});

export const workspaceContract = {
  change: route('settings:manage')
    .route({ method: 'PATCH', path: '/workspace' })
    .input(z.object({ body: WorkspaceSettingsSchema }))
    .output(WorkspaceSettingsSchema),
};

export type WorkspaceSettings = z.infer<typeof WorkspaceSettingsSchema>;
