import * as electron from 'electron';
import { installRecorder } from './install-recorder.ts';

/** The real Electron loads this file before main, with `-r`. */
installRecorder(electron);
const userData = process.env.DESKTOP_HOST_USER_DATA;
if (userData) electron.app.setPath('userData', userData);
