import { env } from 'vscode';
import { createTelling, regionOf, type Region } from '../core/text/telling.ts';

/** VS Code's language, with the clock that people here use; both stay as they are while a window is open. */
export const region: Region = regionOf(env.language);

/** Numbers, sizes and times for people. */
export const telling = createTelling(region);
