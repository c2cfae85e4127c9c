import type { Migration } from './migration.ts';

/**
 * Saved replies that a workspace could have, because people gave the same answer by hand several times (decision 0380).
 * state: 0 open, 1 accepted, 2 dismissed. `subject` has hashes of the words of the text: what is left of a decided proposal,
 * so that it is not made again. A source names the messages; an open proposal is deleted with any of its contacts. A round
 * has started while a server works on it.
 */
export const replyProposals: Migration = {
  name: '0164-reply-proposals',
  statements: [
    `CREATE TABLE IF NOT EXISTS reply_proposals (
      tenant_id BINARY(16) NOT NULL,
      id BINARY(16) NOT NULL,
      state TINYINT UNSIGNED NOT NULL,
      is_shadow TINYINT UNSIGNED NOT NULL,
      name VARCHAR(60) NOT NULL,
      content TEXT NOT NULL,
      subject VARBINARY(400) NOT NULL,
      language VARCHAR(8) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
      model VARCHAR(100) NOT NULL,
      answers INT UNSIGNED NOT NULL,
      contacts INT UNSIGNED NOT NULL,
      created_at DATETIME(3) NOT NULL,
      decided_at DATETIME(3) NULL,
      PRIMARY KEY (tenant_id, id),
      KEY reply_proposals_state (tenant_id, state, created_at),
      CONSTRAINT reply_proposals_of_tenant FOREIGN KEY (tenant_id) REFERENCES tenants (id) ON DELETE CASCADE
    )`,
    `CREATE TABLE IF NOT EXISTS reply_proposal_sources (
      tenant_id BINARY(16) NOT NULL,
      proposal_id BINARY(16) NOT NULL,
      answer_id BINARY(16) NOT NULL,
      question_id BINARY(16) NOT NULL,
      contact_id BINARY(16) NOT NULL,
      PRIMARY KEY (tenant_id, proposal_id, answer_id),
      KEY reply_proposal_sources_contact (tenant_id, contact_id),
      CONSTRAINT reply_proposal_sources_of_proposal FOREIGN KEY (tenant_id, proposal_id)
        REFERENCES reply_proposals (tenant_id, id) ON DELETE CASCADE,
      CONSTRAINT reply_proposal_sources_of_contact FOREIGN KEY (tenant_id, contact_id)
        REFERENCES contacts (tenant_id, id) ON DELETE CASCADE
    )`,
    `CREATE TABLE IF NOT EXISTS reply_proposal_rounds (
      tenant_id BINARY(16) NOT NULL PRIMARY KEY,
      due_at DATETIME(3) NOT NULL,
      started_at DATETIME(3) NULL,
      KEY reply_proposal_rounds_due (due_at),
      CONSTRAINT reply_proposal_rounds_of_tenant FOREIGN KEY (tenant_id) REFERENCES tenants (id) ON DELETE CASCADE
    )`,
  ],
};
