import type { TemplateRow } from '../../db/models/template.model.ts';
import { TenantRepository } from '../../kernel/tenancy/tenant-repository.ts';

/** What a list is narrowed to; `search` is a LIKE pattern on the folded texts. */
export interface TemplateFilter {
  search: string | null;
  status: string | null;
  language: string | null;
}

/** Where a page begins: after so many, or behind a template. */
export type TemplatePlace = { offset: number } | { after: { name: string; language: string } };

const COLUMNS = `id, tenant_id AS tenantId, platform_id AS platformId, name, language, status, category,
  previous_category AS previousCategory, parameter_format AS parameterFormat, quality,
  rejected_reason AS rejectedReason, components, search_text AS searchText, status_time AS statusTime,
  quality_time AS qualityTime, category_time AS categoryTime, noticed_at AS noticedAt, seen_at AS seenAt,
  last_sent_at AS lastSentAt, checked_at AS checkedAt, created_at AS createdAt, updated_at AS updatedAt`;

/** Of one workspace: below the 5,000 management calls an hour that the platform allows an active account. */
const CHECKS_PER_MINUTE = 10;

/** A template that the platform has deleted stays until the next fetch, and is in no list. */
const IS_THERE = `tenant_id = :tenantId AND status <> 'DELETED'`;

export class TemplatesRepository extends TenantRepository<TemplateRow> {
  protected readonly table = this.database.models.template;

  /** By name, then language. */
  list(filter: TemplateFilter, place: TemplatePlace, limit: number): Promise<TemplateRow[]> {
    const behind =
      'after' in place ? 'AND (name > :afterName OR (name = :afterName AND language > :afterLanguage))' : '';
    const offset = 'offset' in place ? `OFFSET ${Math.trunc(place.offset)}` : '';
    return this.select<TemplateRow>(
      `SELECT ${COLUMNS} FROM templates WHERE ${IS_THERE} ${conditions(filter)} ${behind}
       ORDER BY name, language LIMIT ${Math.trunc(limit)} ${offset}`,
      {
        ...bindings(filter),
        ...('after' in place ? { afterName: place.after.name, afterLanguage: place.after.language } : {}),
      },
    );
  }

  async count(filter: TemplateFilter): Promise<number> {
    const [row] = await this.select<{ count: number }>(
      `SELECT COUNT(*) AS count FROM templates WHERE ${IS_THERE} ${conditions(filter)}`,
      bindings(filter),
    );
    return row?.count ?? 0;
  }

  async find(id: Buffer): Promise<TemplateRow | null> {
    const [row] = await this.select<TemplateRow>(
      `SELECT ${COLUMNS} FROM templates WHERE ${IS_THERE} AND id = :id`,
      { id },
    );
    return row ?? null;
  }

  async findByName(name: string, language: string): Promise<TemplateRow | null> {
    const [row] = await this.select<TemplateRow>(
      `SELECT ${COLUMNS} FROM templates WHERE ${IS_THERE} AND name = :name AND language = :language`,
      { name, language },
    );
    return row ?? null;
  }

  /** For a change: nobody else changes it until the transaction ends. Deleted ones too. */
  async lock(name: string, language: string): Promise<TemplateRow | null> {
    const [row] = await this.select<TemplateRow>(
      `SELECT ${COLUMNS} FROM templates WHERE tenant_id = :tenantId AND name = :name AND language = :language
       FOR UPDATE`,
      { name, language },
    );
    return row ?? null;
  }

  lockAll(): Promise<TemplateRow[]> {
    return this.select<TemplateRow>(
      `SELECT ${COLUMNS} FROM templates WHERE tenant_id = :tenantId FOR UPDATE`,
    );
  }

  /** Notes that a fetch which began then has them. */
  async noteSeen(ids: readonly Buffer[], seenAt: Date): Promise<void> {
    if (ids.length === 0) return;
    await this.run('UPDATE templates SET seen_at = :seenAt WHERE tenant_id = :tenantId AND id IN (:ids)', {
      ids,
      seenAt,
    });
  }

  async removeAll(ids: readonly Buffer[]): Promise<void> {
    if (ids.length === 0) return;
    await this.run('DELETE FROM templates WHERE tenant_id = :tenantId AND id IN (:ids)', { ids });
  }

  /**
   * Which were used last: to the minute, so that many sends of one do not wait for each other. Gives the
   * template where that changed it.
   */
  async noteSent(id: Buffer): Promise<TemplateRow | null> {
    const changed = await this.run(
      `UPDATE templates SET last_sent_at = UTC_TIMESTAMP(3) WHERE tenant_id = :tenantId AND id = :id
         AND (last_sent_at IS NULL OR last_sent_at < UTC_TIMESTAMP(3) - INTERVAL 1 MINUTE)`,
      { id },
    );
    return changed > 0 ? this.find(id) : null;
  }

  /**
   * Claims the right to fetch one template on its own: once a minute for each, ten times a minute for all of the
   * workspace. Returns false when that is used up.
   */
  async claimCheck(id: Buffer): Promise<boolean> {
    const [recent] = await this.select<{ count: number }>(
      `SELECT COUNT(*) AS count FROM templates
       WHERE tenant_id = :tenantId AND checked_at > UTC_TIMESTAMP(3) - INTERVAL 1 MINUTE`,
    );
    if ((recent?.count ?? 0) >= CHECKS_PER_MINUTE) return false;
    const changed = await this.run(
      `UPDATE templates SET checked_at = UTC_TIMESTAMP(3) WHERE tenant_id = :tenantId AND id = :id
         AND (checked_at IS NULL OR checked_at <= UTC_TIMESTAMP(3) - INTERVAL 1 MINUTE)`,
      { id },
    );
    return changed > 0;
  }

  /** The database's clock, by which the times of fetches and notices are compared. */
  async now(): Promise<Date> {
    const [row] = await this.select<{ now: Date }>('SELECT UTC_TIMESTAMP(3) AS now');
    return row?.now ?? new Date();
  }
}

function conditions({ search, status, language }: TemplateFilter): string {
  return [
    search === null ? '' : 'AND search_text LIKE :search',
    status === null ? '' : 'AND status = :status',
    language === null ? '' : 'AND language = :language',
  ].join(' ');
}

function bindings(filter: TemplateFilter): Record<string, string> {
  return Object.fromEntries(
    Object.entries(filter).flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
  );
}
