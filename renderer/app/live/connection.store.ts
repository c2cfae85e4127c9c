import { create } from 'zustand';

/** Whether live updates arrive, and since when they do not. */
export interface ConnectionState {
  isLive: boolean;
  isOnline: boolean;
  /** While not live: when the data on screen last matched the server. */
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
