// The SQL statements of the API's write operations, as its server sends them (`:name` is a parameter).

const VIEW = `SELECT m.id, m.conversation_id AS conversationId, m.contact_id AS contactId, m.direction, m.type,
    m.status, m.content, m.template_name AS templateName, m.template_language AS templateLanguage, m.components,
    m.media_url AS mediaUrl, m.caption, m.filename, m.reactions, m.payload, m.reply_to AS replyTo,
    m.platform_id AS platformId, m.client_id AS clientId, m.author_id AS authorId, m.error, m.warnings,
    m.created_at AS createdAt, m.sent_at AS sentAt, m.delivered_at AS deliveredAt, m.read_at AS readAt,
    m.failed_at AS failedAt, k.phone AS contactPhone, u.name AS authorName`;
const JOINS = `JOIN contacts k ON k.tenant_id = m.tenant_id AND k.id = m.contact_id
  LEFT JOIN users u ON u.tenant_id = m.tenant_id AND u.id = m.author_id`;

/** One page of a thread. */
export const threadPage = `${VIEW} FROM (
    SELECT id FROM messages WHERE tenant_id = :tenantId AND contact_id = :contactId
    ORDER BY created_at DESC, id DESC LIMIT 0, 51
  ) page JOIN messages m ON m.tenant_id = :tenantId AND m.id = page.id ${JOINS}
  ORDER BY m.created_at DESC, m.id DESC`;

export const insertContact = `INSERT INTO contacts
  (id, name, phone, email, tags, status, created_at, updated_at, name_search, tenant_id)
  VALUES (:id, :name, :phone, :email, :tags, :status, :now, :now, :nameSearch, :tenantId)`;
export const blockOf = `SELECT first_id AS firstId, live, segment FROM contact_blocks
  WHERE tenant_id = :tenantId AND first_id <= :id ORDER BY first_id DESC LIMIT 1`;
/** Returns the statement for the given kinds of suffix: those of the name, then those of the phone. */
export const insertSuffixes = (
  kinds,
) => `INSERT INTO contact_suffixes (tenant_id, segment, kind, suffix, contact_id, status) VALUES
  ${kinds.map((kind, index) => `(:tenantId, :segment, ${kind}, :suffix${index}, :id, 0)`).join(', ')}
  ON DUPLICATE KEY UPDATE status = VALUES(status)`;
export const countInBlock = `UPDATE contact_blocks SET live = live + 1 WHERE tenant_id = :tenantId AND first_id = :firstId`;
export const findIdentity = `SELECT id, tenant_id AS tenantId, contact_id AS contactId, kind, lookup, value, attested, retired,
    created_at AS createdAt FROM contact_identities
  WHERE kind = :kind AND lookup = :lookup AND tenant_id = :tenantId LIMIT 1`;
export const insertIdentity = `INSERT INTO contact_identities
  (id, contact_id, kind, lookup, value, attested, retired, created_at, tenant_id)
  VALUES (:identityId, :id, :kind, :lookup, :lookup, 0, 0, :now, :tenantId)`;
export const takeSeq = `UPDATE tenant_counters SET seq = LAST_INSERT_ID(seq + 1), contacts = contacts + :contacts
  WHERE tenant_id = :tenantId`;
export const insertEvent = `INSERT INTO events (tenant_id, seq, name, payload, created_at)
  VALUES (:tenantId, LAST_INSERT_ID() - 0, :event, :payload, UTC_TIMESTAMP(3))`;

export const findContact = `SELECT id, tenant_id AS tenantId, name, name_search AS nameSearch, phone, email, tags, status,
    created_at AS createdAt, updated_at AS updatedAt FROM contacts WHERE id = :contactId AND tenant_id = :tenantId LIMIT 1`;
export const findSettings = `SELECT tenant_id AS tenantId, app_id AS appId, app_secret AS appSecret,
    access_token AS accessToken, waba_id AS wabaId, phone_number_id AS phoneNumberId, updated_at AS updatedAt
  FROM cloud_api_settings WHERE tenant_id = :tenantId LIMIT 1`;
export const lockConversation = `SELECT id, contact_id AS contactId, last_inbound_at AS lastInboundAt, unread_count AS unreadCount
  FROM conversations WHERE tenant_id = :tenantId AND contact_id = :contactId FOR UPDATE`;
export const insertMessage = `INSERT INTO messages (content, template_name, template_language, components, media_url,
    caption, filename, type, id, conversation_id, contact_id, direction, status, status_rank, payload, reply_to,
    platform_id, send_round, client_id, author_id, error, warnings, reactions, created_at, sent_at, delivered_at,
    read_at, failed_at, tenant_id)
  VALUES (:content, NULL, NULL, NULL, NULL, NULL, NULL, 'text', :messageId, :conversationId, :contactId, 'outbound',
    'queued', 0, NULL, NULL, NULL, 0, NULL, NULL, NULL, :warnings, NULL, :now, NULL, NULL, NULL, NULL, :tenantId)`;
export const touchConversation = `UPDATE conversations SET message_count = message_count + 1, unread_count = unread_count + 0,
    last_message_id = IF(last_message_id IS NULL OR last_activity_at <= :now, :messageId, last_message_id),
    last_inbound_at = IF(0 AND (last_inbound_at IS NULL OR last_inbound_at < :now), :now, last_inbound_at),
    last_activity_at = IF(message_count = 1, :now, GREATEST(last_activity_at, :now)), updated_at = :now
  WHERE tenant_id = :tenantId AND id = :conversationId`;
export const insertSend = `INSERT INTO outbound_sends (id, tenant_id, contact_id, visible_at)
  VALUES (:messageId, :tenantId, :contactId, UTC_TIMESTAMP(3))`;
export const viewMessage = `${VIEW} FROM messages m ${JOINS} WHERE m.tenant_id = :tenantId AND m.id = :messageId`;
export const viewConversation = `SELECT c.id, c.contact_id AS contactId, k.name AS contactName, k.phone AS contactPhone,
    k.status AS contactStatus, c.unread_count AS unreadCount, c.last_activity_at AS lastActivityAt,
    c.last_inbound_at AS lastInboundAt, c.updated_at AS updatedAt, m.id AS messageId, m.direction, m.type, m.status,
    LEFT(COALESCE(NULLIF(m.content, ''), m.caption, m.filename, m.template_name), 160) AS preview,
    m.created_at AS messageCreatedAt
  FROM conversations c JOIN contacts k ON k.tenant_id = c.tenant_id AND k.id = c.contact_id
  LEFT JOIN messages m ON m.tenant_id = c.tenant_id AND m.id = c.last_message_id
  WHERE c.tenant_id = :tenantId AND c.id = :conversationId`;
export const isBehind = `SELECT 1 FROM outbound_sends WHERE tenant_id = :tenantId AND contact_id = :contactId
  AND id < :messageId AND attempts > 0 AND lease_token IS NULL LIMIT 1`;

export const claimSend = `UPDATE outbound_sends SET lease_token = :token, attempts = attempts + 1,
    visible_at = UTC_TIMESTAMP(3) + INTERVAL 60 SECOND
  WHERE id IN (:messageId) AND state = 0 AND visible_at <= UTC_TIMESTAMP(3)`;
export const claimedSends = 'SELECT id FROM outbound_sends WHERE lease_token = :token ORDER BY id';
export const openSend = `SELECT id, tenant_id AS tenantId, contact_id AS contactId, attempts,
    TIMESTAMPDIFF(SECOND, handed_over_at, UTC_TIMESTAMP(3)) AS handedOverSecondsAgo
  FROM outbound_sends WHERE id = :messageId AND lease_token = :token`;
export const findMessage = 'SELECT * FROM messages WHERE id = :messageId AND tenant_id = :tenantId LIMIT 1';
export const handOver = `UPDATE outbound_sends SET handed_over_at = UTC_TIMESTAMP(3)
  WHERE id = :messageId AND lease_token = :token`;
export const finishSend = 'DELETE FROM outbound_sends WHERE tenant_id = :tenantId AND id = :messageId';
export const attachPlatformId = `UPDATE messages SET platform_id = :platformId
  WHERE tenant_id = :tenantId AND id = :messageId AND platform_id IS NULL`;
export const climb = `UPDATE messages SET status = IF(status_rank < 10, 'sent', status),
    sent_at = COALESCE(sent_at, :now), status_rank = GREATEST(status_rank, 10)
  WHERE tenant_id = :tenantId AND id = :messageId AND direction = 'outbound' AND (status_rank < 10 OR sent_at IS NULL)`;
export const parkedStatuses = `SELECT id, report FROM parked_statuses
  WHERE tenant_id = :tenantId AND platform_id = :platformId ORDER BY id`;

const CONTACT = `id, tenant_id AS tenantId, name, name_search AS nameSearch, phone, email, tags, status, marketing,
    marketing_at AS marketingAt, marketing_source AS marketingSource, is_blocked AS isBlocked, attributes,
    created_at AS createdAt, updated_at AS updatedAt`;
export const lockContact = `SELECT ${CONTACT} FROM contacts
  WHERE tenant_id = :tenantId AND id IN (:contactId) ORDER BY id ASC FOR UPDATE`;
export const changeEmail = `UPDATE contacts SET email = :email, updated_at = :now
  WHERE tenant_id = :tenantId AND id = :contactId`;
export const insertHistory = `INSERT INTO contact_history (id, tenant_id, contact_id, author_kind, author_name, changes,
    created_at) VALUES (:id, :tenantId, :contactId, 'key', 'bench', :changes, :now)`;
export const findCountry = 'SELECT default_country AS country FROM tenants WHERE id = :tenantId';
/** Returns the statement for as many phone numbers. */
export const findIdentities = (
  names,
) => `SELECT id, tenant_id AS tenantId, contact_id AS contactId, kind, lookup, value, attested, retired,
    is_alternate AS isAlternate, created_at AS createdAt FROM contact_identities
  WHERE tenant_id = :tenantId AND kind = 'phone' AND lookup IN (${names})`;
export const insertContacts = `INSERT INTO contacts (id, tenant_id, name, name_search, phone, email, tags, status,
  marketing, marketing_at, marketing_source, is_blocked, attributes, created_at, updated_at)`;
export const insertTags = 'INSERT INTO contact_tags (tenant_id, tag, contact_id)';
export const keepTags = 'ON DUPLICATE KEY UPDATE contact_id = contact_tags.contact_id';
export const insertSuffixRows =
  'INSERT INTO contact_suffixes (tenant_id, segment, kind, suffix, contact_id, status)';
export const keepSuffixes = 'ON DUPLICATE KEY UPDATE status = VALUES(status)';
export const insertIdentities = `INSERT INTO contact_identities
  (id, tenant_id, contact_id, kind, lookup, value, attested, retired, is_alternate, created_at)`;
export const takeSeqs = `UPDATE tenant_counters SET seq = LAST_INSERT_ID(seq + :count), contacts = contacts + :contacts
  WHERE tenant_id = :tenantId`;
export const insertEvents = 'INSERT INTO events (tenant_id, seq, name, payload, contact_id, created_at)';
export const eventRow = ([tenant, behind, name, payload, contact]) =>
  `(${tenant}, LAST_INSERT_ID() - ${behind}, ${name}, ${payload}, ${contact}, UTC_TIMESTAMP(3))`;

const WORK_VIEW = `SELECT c.id, c.contact_id AS contactId, k.name AS contactName, k.phone AS contactPhone,
    k.status AS contactStatus, k.marketing AS contactMarketing, k.is_blocked AS contactBlocked, c.status AS workStatus,
    c.snoozed_until AS snoozedUntil, c.returned_at AS returnedAt, c.assignee_id AS assigneeId, u.name AS assigneeName,
    c.waiting_since AS waitingSince, c.first_response_at AS firstResponseAt, c.failed_count AS failedCount,
    c.unread_count AS unreadCount, c.last_activity_at AS lastActivityAt, c.last_inbound_at AS lastInboundAt,
    c.created_at AS createdAt, c.updated_at AS updatedAt, c.webhook_seq AS webhookSeq, m.id AS messageId, m.direction,
    m.type, m.status, LEFT(COALESCE(NULLIF(m.content, ''), m.caption, m.filename, m.template_name), 160) AS preview,
    m.created_at AS messageCreatedAt, m.revoked_at AS messageRevokedAt, m.author_id AS authorId, a.name AS authorName,
    m.origin, m.broadcast_id AS broadcastId,
    (SELECT GROUP_CONCAT(HEX(l.label_id)) FROM conversation_labels l
     WHERE l.tenant_id = c.tenant_id AND l.conversation_id = c.id) AS labelIds,
    (SELECT GROUP_CONCAT(HEX(x.user_id)) FROM unread_mentions x
     WHERE x.tenant_id = c.tenant_id AND x.conversation_id = c.id) AS mentionedIds`;
export const conversations = `${WORK_VIEW} FROM conversations c
  JOIN contacts k ON k.tenant_id = c.tenant_id AND k.id = c.contact_id
  LEFT JOIN users u ON u.tenant_id = c.tenant_id AND u.id = c.assignee_id
  LEFT JOIN messages m ON m.tenant_id = c.tenant_id AND m.id = c.last_message_id
  LEFT JOIN users a ON a.tenant_id = c.tenant_id AND a.id = m.author_id
  WHERE c.tenant_id = :tenantId ORDER BY c.last_activity_at DESC, c.id DESC LIMIT 51`;
export const responseRules = `SELECT tenant_id AS tenantId, hours, first_response_minutes AS firstResponseMinutes,
    next_response_minutes AS nextResponseMinutes, updated_at AS updatedAt
  FROM response_rules WHERE tenant_id = :tenantId LIMIT 1`;

export const firstEvent = `SELECT seq, created_at AS createdAt FROM events
  WHERE tenant_id = :tenantId AND seq >= 0 ORDER BY seq LIMIT 1`;
export const latestSeq = 'SELECT seq FROM tenant_counters WHERE tenant_id = :tenantId';
export const changedMessages = `SELECT seq,
    JSON_UNQUOTE(COALESCE(JSON_EXTRACT(payload, '$.message.id'), JSON_EXTRACT(payload, '$.messageId'),
      JSON_EXTRACT(payload, '$.id'))) AS id, JSON_UNQUOTE(JSON_EXTRACT(payload, '$.mergedInto.id')) AS \`into\`
  FROM events WHERE tenant_id = :tenantId AND seq > :seq AND seq <= :until
    AND name IN ('message.received', 'message.queued', 'message.scheduled', 'message.updated', 'message.reacted',
      'message.changed', 'media.updated', 'contact.deleted')
  ORDER BY seq LIMIT 50`;
/** Returns the statement for as many messages. */
export const messagesOf = (
  names,
) => `SELECT m.id, m.conversation_id AS conversationId, m.contact_id AS contactId,
    m.direction, m.type, m.status, m.content, m.template_name AS templateName, m.template_language AS templateLanguage,
    m.components, m.media_url AS mediaUrl, m.caption, m.filename, m.reactions, m.payload, m.facts,
    m.reply_to AS replyTo, m.platform_id AS platformId, m.client_id AS clientId, m.author_id AS authorId, m.error,
    m.warnings, m.created_at AS createdAt, m.sent_at AS sentAt, m.send_at AS sendAt, m.is_held AS isHeld, m.edits,
    m.edited_at AS editedAt, m.revoked_at AS revokedAt, m.delivered_at AS deliveredAt, m.read_at AS readAt,
    m.failed_at AS failedAt, k.phone AS contactPhone, u.name AS authorName, f.id AS mediaId, f.state AS mediaState,
    f.mime_type AS mediaType, f.size AS mediaSize, f.filename AS mediaName, f.width AS mediaWidth,
    f.height AS mediaHeight, f.reason AS mediaReason, b.id AS broadcastId, b.name AS broadcastName, m.origin,
    r.id AS ruleId, r.name AS ruleName
  FROM messages m ${JOINS} LEFT JOIN media f ON f.tenant_id = m.tenant_id AND f.message_id = m.id
  LEFT JOIN broadcasts b ON b.tenant_id = m.tenant_id AND b.id = m.broadcast_id
  LEFT JOIN automation_rules r ON r.tenant_id = m.tenant_id AND r.id = m.rule_id
  WHERE m.tenant_id = :tenantId AND m.id IN (${names})`;
