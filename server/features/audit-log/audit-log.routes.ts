import { implement } from '@orpc/server';
import { auditLogContract } from '../../../shared/contract/audit-log.contract.ts';
import { contextOf, type RequestContext } from '../../kernel/http/request-context.ts';
import { listAuditLog } from './audit-log.service.ts';

export function auditLogRoutes() {
  const os = implement(auditLogContract).$context<RequestContext>();
  return os.router({
    list: os.list.handler(({ input, context }) => listAuditLog(contextOf(context), input.query)),
  });
}
