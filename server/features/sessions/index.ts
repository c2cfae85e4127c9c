export { devicesRoutes } from './devices.ts';
export { attemptAsPerson, changeOwnPassword, confirmSession, verifyOwnPassword } from './own-password.ts';
export { sessionRetention } from './session-retention.ts';
export {
  authenticateSession,
  changeLanguage,
  findMember,
  isLogin,
  issueTicket,
  liveSocketSessions,
  openSession,
  redeemTicket,
  signOut,
} from './sessions.service.ts';
