/** The platform's templates. Rows are replaced, never changed in place. */

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

/** A template in one language. Sends use name and language. Deleted templates are kept to block the name. */
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
  /** Time of its deletion if it was approved. Its name is then blocked for 30 days. */
  readonly deletedAt: number | null;
}

/** The fields of a new template. */
export type NewTemplate = Pick<
  Template,
  'wabaId' | 'name' | 'language' | 'category' | 'parameterFormat' | 'components'
>;
