/** Whose words and whose clock numbers and times are told in. */
export interface Region {
  /** A language tag. */
  readonly language: string;
  readonly hours: 'h12' | 'h23';
}

/** Numbers, sizes and times as people read them: the same in tree, page and messages. */
export interface Telling {
  number(value: number): string;
  /** `12.3K`: how much, for people who need not know how many. */
  about(value: number): string;
  /** US dollars; of little money more digits than cents. */
  dollars(value: number): string;
  /** `1.2 MB`: units of a thousand, as their names say. */
  bytes(count: number): string;
  /**
   * The time of day, with its day unless `before` is of the same one, and with its year unless that is the current one.
   * Empty for what no calendar holds.
   * @param time ms since 1970, as are `before` and `now`
   * @param before what stands above it in the list, if anything
   */
  clock(time: number, before?: number | null, now?: number): string;
  /** All that is known of a time, for tooltips; empty for what no calendar holds. */
  moment(time: number): string;
}

/**
 * The language is VS Code's. A twelve-hour clock is used only where both it and the machine's own region have one: many
 * people's VS Code speaks English where clocks count to 24.
 * @param machine a language tag; left out, that of the machine
 */
export function regionOf(language: string, machine?: string): Region {
  const words = known(language) ? language : 'en';
  return { language: words, hours: countsToTwelve(words) && countsToTwelve(machine) ? 'h12' : 'h23' };
}

function known(language: string): boolean {
  try {
    return Intl.getCanonicalLocales(language).length > 0;
  } catch {
    return false;
  }
}

function countsToTwelve(tag: string | undefined): boolean {
  return new Intl.DateTimeFormat(tag, { hour: 'numeric' }).resolvedOptions().hour12 === true;
}

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'];

export function createTelling({ language, hours }: Region): Telling {
  const numbers = new Intl.NumberFormat(language);
  const oneDigit = new Intl.NumberFormat(language, { maximumFractionDigits: 1 });
  const whole = new Intl.NumberFormat(language, { maximumFractionDigits: 0 });
  const compact = new Intl.NumberFormat(language, { notation: 'compact', maximumFractionDigits: 1 });
  const money = { style: 'currency', currency: 'USD' } as const;
  const cents = new Intl.NumberFormat(language, money);
  const tenths = new Intl.NumberFormat(language, { ...money, maximumFractionDigits: 3 });
  const twoDigits = new Intl.NumberFormat(language, { ...money, maximumSignificantDigits: 2 });
  const times = timeFormats(language, hours);
  return {
    number: (value) => numbers.format(value),
    about: (value) => compact.format(value),
    dollars: (value) => (value >= 1 ? cents : value >= 0.01 ? tenths : twoDigits).format(value),
    bytes(count) {
      let [value, unit] = [count, 0];
      // What would be rounded up to a thousand is one of the next unit.
      for (; value >= 999.5 && unit < UNITS.length - 1; unit++) value /= 1000;
      const digits = unit === 0 || value >= 99.95 ? whole : oneDigit;
      return `${digits.format(value)} ${UNITS[unit] ?? ''}`;
    },
    clock(time, before = null, now = Date.now()) {
      if (!isDate(time)) return '';
      const date = new Date(time);
      const isSameDay =
        before !== null && isDate(before) && new Date(before).toDateString() === date.toDateString();
      const isThisYear = new Date(now).getFullYear() === date.getFullYear();
      return times(isSameDay ? 'time' : isThisYear ? 'day' : 'year').format(date);
    },
    moment: (time) => (isDate(time) ? times('moment').format(new Date(time)) : ''),
  };
}

/** Whether a number of ms is a time that a calendar holds: files may say anything. */
export function isDate(time: number | null): time is number {
  return time !== null && Math.abs(time) <= 8.64e15;
}

type TimeFormat = 'time' | 'day' | 'year' | 'moment';

/** Making a format is slow; a list asks for the same one hundreds of times. */
function timeFormats(language: string, hours: Region['hours']): (which: TimeFormat) => Intl.DateTimeFormat {
  const time: Intl.DateTimeFormatOptions = {
    hour: hours === 'h12' ? 'numeric' : '2-digit',
    minute: '2-digit',
    hourCycle: hours,
  };
  const day: Intl.DateTimeFormatOptions = { ...time, day: 'numeric', month: 'short' };
  const options: Readonly<Record<TimeFormat, Intl.DateTimeFormatOptions>> = {
    time,
    day,
    year: { ...day, year: 'numeric' },
    moment: { dateStyle: 'full', timeStyle: 'long', hourCycle: hours },
  };
  const made = new Map<TimeFormat, Intl.DateTimeFormat>();
  return (which) => {
    const format = made.get(which) ?? new Intl.DateTimeFormat(language, options[which]);
    made.set(which, format);
    return format;
  };
}
