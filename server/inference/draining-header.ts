/** With this header a server of ours says that it is about to stop. Until it does, it answers. */
export const DRAINING_HEADER = 'x-draining';
