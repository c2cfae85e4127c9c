export { sessionRetention } from './session-retention.ts';
export {
  authenticateSession,
  changeLanguage,
  isLogin,
  issueTicket,
  openSession,
  redeemTicket,
  signIn,
  signOut,
} from './sessions.service.ts';
