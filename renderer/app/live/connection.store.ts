import { create } from 'zustand';

/** The state of the live updates. */
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

/** Sets whether live updates arrive. */
export function setLive(isLive: boolean): void {
  useConnection.setState({ isLive });
}

/** Sets whether the computer is online. */
export function setOnline(isOnline: boolean): void {
  useConnection.setState({ isOnline });
}

/** Sets when the stores last matched the server. */
export function setCurrentAt(currentAt: number): void {
  useConnection.setState({ currentAt });
}
