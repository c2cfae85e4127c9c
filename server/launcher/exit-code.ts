/** The exit code of a process that would fail again if it were restarted (EX_CONFIG of sysexits.h). */
export const CANNOT_START_EXIT_CODE = 78;
