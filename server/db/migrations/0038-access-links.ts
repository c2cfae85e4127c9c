import type { Migration } from './migration.ts';

/** Single-use links: invitations of new members, and links with which a member sets a new password. */
export const accessLinks: Migration = {
  name: '0038-access-links',
  statements: [
    `CREATE TABLE IF NOT EXISTS access_links (
      id BINARY(16) NOT NULL PRIMARY KEY,
      tenant_id BINARY(16) NOT NULL,
      kind VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
      token_hash BINARY(32) NOT NULL,
      email VARCHAR(254) NOT NULL,
      role VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NULL,
      user_id BINARY(16) NULL,
      created_by_name VARCHAR(80) NOT NULL,
      created_at DATETIME(3) NOT NULL,
      expires_at DATETIME(3) NOT NULL,
      used_at DATETIME(3) NULL,
      UNIQUE KEY access_links_token (token_hash),
      UNIQUE KEY access_links_tenant (tenant_id, id),
      KEY access_links_expiry (expires_at),
      KEY access_links_user (tenant_id, user_id),
      CONSTRAINT access_links_of_user FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id) ON DELETE CASCADE
    )`,
  ],
};
