import { create } from 'zustand';

/** Whether live updates flow. `hasConnected` tells a slow first connect from a lost one. */
export interface ConnectionState {
  isLive: boolean;
  isOnline: boolean;
}

export const useConnection = create<ConnectionState>(() => ({ isLive: false, isOnline: true }));

export function setLive(isLive: boolean): void {
  useConnection.setState({ isLive });
}

export function setOnline(isOnline: boolean): void {
  useConnection.setState({ isOnline });
}
