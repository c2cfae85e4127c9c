export { devicesRoutes } from './devices.ts';
export { sessionRetention } from './session-retention.ts';
export {
  authenticateSession,
  changeLanguage,
  confirmSession,
  isLogin,
  issueTicket,
  liveSocketSessions,
  openSession,
  redeemTicket,
  signIn,
  signOut,
} from './sessions.service.ts';
