import { monitorEventLoopDelay } from 'node:perf_hooks';

/** How long this thread's event loop was held up, in ms: looked at every ms, which is in the figures. */
export interface DelayFigures {
  readonly delay50: number;
  readonly delay99: number;
  readonly delayMax: number;
}

/** Goal for the share of 99 % of all looks, in ms: what the extension host may be held up. */
export const DELAY_MS = 30;

/** Looks from now on, until asked for what was seen. */
export function watchDelay(): () => DelayFigures {
  const seen = monitorEventLoopDelay({ resolution: 1 });
  seen.enable();
  return () => {
    seen.disable();
    const [delay50, delay99] = [50, 99].map((share) => seen.percentile(share) / 1e6);
    return { delay50: delay50 ?? Number.NaN, delay99: delay99 ?? Number.NaN, delayMax: seen.max / 1e6 };
  };
}
