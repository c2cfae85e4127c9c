import { create } from 'zustand';

/** Whether live updates flow, and since when they do not. */
export interface ConnectionState {
  isLive: boolean;
  isOnline: boolean;
  /** While not live: when what is shown was last known to be what the server has. */
  currentAt: number;
}

export const useConnection = create<ConnectionState>(() => ({
  isLive: false,
  isOnline: true,
  currentAt: Date.now(),
}));

export function setLive(isLive: boolean): void {
  useConnection.setState({ isLive });
}

export function setOnline(isOnline: boolean): void {
  useConnection.setState({ isOnline });
}

export function setCurrentAt(currentAt: number): void {
  useConnection.setState({ currentAt });
}
