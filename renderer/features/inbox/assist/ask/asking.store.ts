import { create } from 'zustand';

/** The conversation in which the workspace is asked something; null when the panel is closed. */
export const useAsking = create<{ openIn: string | null }>(() => ({ openIn: null }));
