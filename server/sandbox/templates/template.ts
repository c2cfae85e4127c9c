/** What the platform itself knows of a template. Rows are replaced, never changed in place. */

export const statuses = [
  'APPROVED',
  'PENDING',
  'REJECTED',
  'PAUSED',
  'DISABLED',
  'IN_APPEAL',
  'PENDING_DELETION',
  'ARCHIVED',
  'LIMIT_EXCEEDED',
  'DELETED',
] as const;
export const categories = ['MARKETING', 'UTILITY', 'AUTHENTICATION'] as const;
export const qualities = ['UNKNOWN', 'GREEN', 'YELLOW', 'RED'] as const;

export type TemplateStatus = (typeof statuses)[number];
export type TemplateCategory = (typeof categories)[number];
export type TemplateQuality = (typeof qualities)[number];

export type Component = Readonly<Record<string, unknown>>;

/** One translation: name and language together are what a send names. A deleted one stays, to block its name. */
export interface Template {
  readonly id: string;
  readonly wabaId: string;
  readonly name: string;
  readonly language: string;
  readonly status: TemplateStatus;
  readonly category: TemplateCategory;
  readonly previousCategory: TemplateCategory | null;
  readonly parameterFormat: 'POSITIONAL' | 'NAMED';
  readonly components: readonly Component[];
  readonly rejectedReason: string;
  readonly quality: TemplateQuality;
  readonly createdAt: number;
  /** When it was deleted while approved: its name is blocked from then on. */
  readonly deletedAt: number | null;
}

/** What may be said of a template when it is made. */
export type NewTemplate = Pick<
  Template,
  'wabaId' | 'name' | 'language' | 'category' | 'parameterFormat' | 'components'
>;
