import { implement } from '@orpc/server';
import { auditLogContract } from '../../../shared/contract/audit-log.contract.ts';
import { actorOf, type RequestContext } from '../../kernel/http/request-context.ts';
import type { AuditLogService } from './audit-log.service.ts';

export function auditLogRoutes(auditLog: AuditLogService) {
  const os = implement(auditLogContract).$context<RequestContext>();
  return os.router({
    list: os.list.handler(({ input, context }) => auditLog.list(actorOf(context).scope, input.query)),
  });
}
