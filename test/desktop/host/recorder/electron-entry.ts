import * as electron from 'electron';
import { installRecorder } from './install-recorder.ts';

/** Loaded by the real Electron before main, with `-r`. */
installRecorder(electron);
const userData = process.env.DESKTOP_HOST_USER_DATA;
if (userData) electron.app.setPath('userData', userData);
