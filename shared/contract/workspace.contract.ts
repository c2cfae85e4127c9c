import { z } from 'zod';
import { CountrySchema } from '../domain/country.ts';
import { lineText } from '../domain/text.ts';
import { route } from './base.ts';

export const WorkspaceNameSchema = lineText({ min: 1, max: 80 });

export const WorkspaceSettingsSchema = z.strictObject({
  name: z.string().describe('The name of the workspace, which everyone in it sees'),
  defaultCountry: CountrySchema.nullable().describe(
    'The country of phone numbers that are written without a country code; null until one is chosen or a number is connected',
  ),
});

/** What may be changed. What is left out stays. */
const ChangeWorkspaceSchema = z.strictObject({
  name: WorkspaceNameSchema.optional(),
  defaultCountry: WorkspaceSettingsSchema.shape.defaultCountry.optional(),
});

export const workspaceContract = {
  change: route('settings:manage')
    .route({ method: 'PATCH', path: '/workspace' })
    .input(z.object({ body: ChangeWorkspaceSchema }))
    .output(WorkspaceSettingsSchema),
};

export type WorkspaceSettings = z.infer<typeof WorkspaceSettingsSchema>;
export type ChangeWorkspace = z.infer<typeof ChangeWorkspaceSchema>;
