export { changeOwnPassword, verifyOwnPassword } from './own-password.ts';
export { sessionRetention } from './session-retention.ts';
export {
  authenticateSession,
  changeLanguage,
  findMember,
  isLogin,
  issueTicket,
  openSession,
  redeemTicket,
  signOut,
} from './sessions.service.ts';
