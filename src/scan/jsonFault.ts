import {
  BACKSLASH,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  COMMA,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
} from '../core/text/jsonCodes.ts';

/** The first byte at which a text stops being JSON, and what is wrong there as the second half of a sentence. */
export interface JsonFault {
  readonly at: number;
  readonly reason: string;
}

type State = 'value' | 'value or end' | 'key' | 'key or end' | 'colon' | 'after' | 'done';

const WANTED: Record<Exclude<State, 'done'>, string> = {
  value: 'a value',
  'value or end': 'a value or "]"',
  key: 'a key in quotes',
  'key or end': 'a key in quotes or "}"',
  colon: '":"',
  after: '"," or a closing bracket',
};

/**
 * Checks that `bytes`, valid UTF-8, are one JSON value, as strictly as JSON.parse does; a loop with a stack of its
 * own, so that no depth can overflow it. Only used on lines that JSON.parse refuses, to say where and why.
 * @returns null when they are.
 */
export function findJsonFault(bytes: Uint8Array): JsonFault | null {
  const check = new Check(bytes);
  return check.run();
}

class Check {
  readonly #bytes: Uint8Array;
  #at = 0;
  #state: State = 'value';
  /** Closing bytes of the containers that are open. */
  readonly #open: number[] = [];
  #fault: JsonFault | null = null;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  run(): JsonFault | null {
    while (!this.#fault) {
      this.#skipSpace();
      const byte = this.#bytes[this.#at];
      if (byte === undefined) {
        if (this.#state === 'done') return null;
        this.#fail(`the line ends where ${WANTED[this.#state]} should follow`);
      } else this.#step(byte);
    }
    return this.#fault;
  }

  #step(byte: number): void {
    switch (this.#state) {
      case 'value':
        this.#value(byte);
        break;
      case 'value or end':
        if (byte === CLOSE_BRACKET) this.#close();
        else this.#value(byte);
        break;
      case 'key':
      case 'key or end':
        if (byte === QUOTE) this.#string('colon');
        else if (byte === CLOSE_BRACE && this.#state === 'key or end') this.#close();
        else this.#unexpected(byte);
        break;
      case 'colon':
        if (byte === COLON) this.#move('value');
        else this.#unexpected(byte);
        break;
      case 'after':
        if (byte === COMMA) this.#move(this.#open.at(-1) === CLOSE_BRACE ? 'key' : 'value');
        else if (byte === this.#open.at(-1)) this.#close();
        else this.#unexpected(byte);
        break;
      case 'done':
        this.#fail('the JSON value ends here and more text follows');
    }
  }

  #value(byte: number): void {
    if (byte === OPEN_BRACE) {
      this.#open.push(CLOSE_BRACE);
      this.#move('key or end');
    } else if (byte === OPEN_BRACKET) {
      this.#open.push(CLOSE_BRACKET);
      this.#move('value or end');
    } else if (byte === QUOTE) this.#string(this.#afterValue());
    else if (byte === 0x2d || isDigit(byte)) this.#number();
    else if (byte === 0x74) this.#literal('true');
    else if (byte === 0x66) this.#literal('false');
    else if (byte === 0x6e) this.#literal('null');
    else this.#unexpected(byte);
  }

  #close(): void {
    this.#open.pop();
    this.#move(this.#afterValue());
  }

  #afterValue(): State {
    return this.#open.length > 0 ? 'after' : 'done';
  }

  #move(state: State): void {
    this.#at += 1;
    this.#state = state;
  }

  #string(next: State): void {
    const start = this.#at;
    for (;;) {
      this.#at += 1;
      const byte = this.#bytes[this.#at];
      if (byte === undefined) {
        this.#fail(`the line ends inside a text that begins at byte ${start + 1}`);
        return;
      }
      if (byte === QUOTE) break;
      if (byte < 0x20) {
        this.#fail(`a text holds the raw control byte ${hex(byte)}`);
        return;
      }
      if (byte === BACKSLASH && !this.#escape()) return;
    }
    this.#move(next);
  }

  /** Stands on a backslash; leaves on the escape's last byte. */
  #escape(): boolean {
    const start = this.#at;
    const letter = this.#bytes[start + 1];
    let good = letter !== undefined && '"\\/bfnrtu'.includes(String.fromCharCode(letter));
    this.#at += 1;
    if (good && letter === 0x75) {
      for (let digit = 0; digit < 4; digit++) good &&= isHex(this.#bytes[start + 2 + digit]);
      this.#at += 4;
    }
    if (good) return true;
    this.#at = start;
    const atEnd = start + 2 + (letter === 0x75 ? 4 : 0) > this.#bytes.length;
    this.#fail(atEnd ? 'the line ends inside an escape' : 'a text holds an escape that JSON does not have');
    return false;
  }

  #literal(word: string): void {
    for (let index = 0; index < word.length; index++) {
      if (this.#bytes[this.#at + index] !== word.charCodeAt(index)) {
        this.#fail(`"${word}" is cut or misspelt`);
        return;
      }
    }
    this.#at += word.length - 1;
    this.#move(this.#afterValue());
  }

  #number(): void {
    const start = this.#at;
    if (this.#bytes[this.#at] === 0x2d) this.#at += 1;
    let good = this.#bytes[this.#at] === 0x30 ? (this.#at++, true) : this.#digits();
    if (good && this.#bytes[this.#at] === 0x2e) {
      this.#at += 1;
      good = this.#digits();
    }
    if (good && ((this.#bytes[this.#at] ?? 0) | 0x20) === 0x65) {
      this.#at += 1;
      const sign = this.#bytes[this.#at];
      if (sign === 0x2b || sign === 0x2d) this.#at += 1;
      good = this.#digits();
    }
    if (good) {
      this.#state = this.#afterValue();
      return;
    }
    this.#at = start;
    this.#fail('a number is cut or misspelt');
  }

  #digits(): boolean {
    const start = this.#at;
    while (isDigit(this.#bytes[this.#at] ?? 0)) this.#at += 1;
    return this.#at > start;
  }

  #skipSpace(): void {
    for (;;) {
      const byte = this.#bytes[this.#at];
      if (byte !== 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d) return;
      this.#at += 1;
    }
  }

  #unexpected(byte: number): void {
    const wanted = this.#state === 'done' ? 'nothing' : WANTED[this.#state];
    this.#fail(`${shown(byte)} stands where ${wanted} should follow`);
  }

  #fail(reason: string): void {
    this.#fault = { at: this.#at, reason };
  }
}

function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39;
}

function isHex(byte: number | undefined): boolean {
  return byte !== undefined && (isDigit(byte) || ((byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x66));
}

function shown(byte: number): string {
  if (byte === QUOTE) return 'a quote';
  return byte > 0x20 && byte < 0x7f ? `"${String.fromCharCode(byte)}"` : `the byte ${hex(byte)}`;
}

function hex(byte: number): string {
  return `0x${byte.toString(16).toUpperCase().padStart(2, '0')}`;
}
