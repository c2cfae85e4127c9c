export { devicesRoutes } from './devices.ts';
export { attemptAsPerson, changeOwnPassword, confirmSession, verifyOwnPassword } from './own-password.ts';
export { sessionRetention } from './session-retention.ts';
export {
  authenticateSession,
  changeLanguage,
  changeOwnName,
  isLogin,
  issueTicket,
  liveSocketSessions,
  membersWithEmail,
  membersWithPassword,
  onlyMember,
  openSession,
  redeemTicket,
  signOut,
  withProvenPassword,
} from './sessions.service.ts';
