import { BAD, BYTE, JsonSkipper, ODD } from './jsonSkip.ts';
import { BLOCK, BLOCK_FIELDS, FIELD, PLACE, wordCode, type Lexicon } from './lexicon.ts';
import { hashAscii } from '../core/index/idHash.ts';
import { isShortAscii, plainIsoTime, plainNumber, visible } from './plainValues.ts';
import { CALL, FLAG, MAX_CALLS, MAX_LINES, RECORD, STATUS, type Scanner } from './records.ts';

const FIRST_ROOM = 64 * 1024;

/** The scanner in TypeScript: one pass over the bytes, no object and no string made. */
export function createScanner(lexicon: Lexicon): Scanner {
  return new PlainScanner(lexicon);
}

class PlainScanner implements Scanner {
  readonly records = new Int32Array(MAX_LINES * RECORD.size);
  readonly times = new Float64Array(this.records.buffer);
  readonly calls = new Int32Array(MAX_CALLS);
  readonly #lexicon: Lexicon;
  readonly #json = new JsonSkipper();
  #at = 0;
  #end = 0;
  #callsUsed = 0;
  /** First index of the line's numbers. */
  #line = 0;
  /** Fields met so far, a bit each: one that comes twice makes the line odd. */
  #seen = 0;
  #flags = 0;
  #blockUse = 0;
  #textStart = 0;
  #textEnd = 0;
  #callStart = 0;
  #callEnd = 0;
  #answersStart = 0;
  #answersEnd = 0;
  #contentStart = 0;
  #contentEnd = 0;

  constructor(lexicon: Lexicon) {
    this.#lexicon = lexicon;
    this.room(FIRST_ROOM);
  }

  get bytes(): Uint8Array {
    return this.#json.bytes;
  }

  room(length: number): Uint8Array {
    return this.#json.room(length);
  }

  start(from: number, end: number): void {
    this.#at = from;
    this.#end = end;
  }

  next(): number {
    let lines = 0;
    this.#callsUsed = 0;
    while (this.#at < this.#end && lines < MAX_LINES && this.#callsUsed <= MAX_CALLS / 2) {
      this.#line = lines * RECORD.size;
      this.#at = this.#scanLine(this.#at) + 1;
      lines += 1;
    }
    return lines;
  }

  /** Fills the record of the line that begins here; returns where its LF stands. */
  #scanLine(start: number): number {
    const { records } = this;
    const json = this.#json;
    const line = this.#line;
    records.fill(0, line, line + RECORD.size);
    records[line + RECORD.start] = start;
    records[line + RECORD.callsAt] = this.#callsUsed;
    this.times[(line + RECORD.time) >> 1] = Number.NaN;
    this.#flags = 0;
    this.#seen = 0;
    let end = json.space(start);
    let status: number = STATUS.blank;
    if (json.bytes[end] !== BYTE.lf) {
      const after = json.bytes[end] === BYTE.openObject ? this.#object(PLACE.record, end) : BAD;
      status = after < 0 ? (after === ODD ? STATUS.odd : STATUS.bad) : STATUS.ok;
      end = after < 0 ? json.bytes.indexOf(BYTE.lf, start) : json.space(after);
      if (json.bytes[end] !== BYTE.lf) {
        status = STATUS.bad;
        end = json.bytes.indexOf(BYTE.lf, end);
      }
    }
    records[line + RECORD.end] = end;
    records[line + RECORD.status] = status;
    records[line + RECORD.flags] = this.#flags;
    return end;
  }

  /** An object of which fields are wanted, from its brace to behind its end. They are never deeper than five. */
  #object(place: number, at: number): number {
    const json = this.#json;
    const { bytes } = json;
    at = json.space(at + 1);
    if (bytes[at] === BYTE.closeObject) return at + 1;
    for (;;) {
      if (bytes[at] !== BYTE.quote) return BAD;
      const start = at + 1;
      json.escaped = false;
      const end = json.text(start);
      if (end < 0) return BAD;
      if (json.escaped) return ODD;
      at = json.colon(end + 1);
      if (at < 0) return BAD;
      const field = this.#code(place, start, end);
      at = field === 0 ? json.value(at) : this.#field(field, at);
      if (at < 0) return at;
      if ((bytes[at] ?? 0) <= BYTE.space) at = json.space(at);
      if (bytes[at] !== BYTE.comma) return bytes[at] === BYTE.closeObject ? at + 1 : BAD;
      at = (bytes[at + 1] ?? 0) > BYTE.space ? at + 1 : json.space(at + 1);
    }
  }

  /** The value of a wanted field. */
  #field(field: number, at: number): number {
    const json = this.#json;
    const { bytes } = json;
    if ((this.#seen & (1 << field)) !== 0) return ODD;
    // What only makes a record odd may come again.
    if (field !== FIELD.odd && field !== FIELD.oddWord) this.#seen |= 1 << field;
    const byte = bytes[at];
    if (byte === BYTE.quote) {
      json.escaped = false;
      const end = json.text(at + 1);
      if (end < 0) return BAD;
      return this.#textField(field, at + 1, end) ? end + 1 : ODD;
    }
    if (field === FIELD.message && byte === BYTE.openObject) {
      this.#flags |= FLAG.message;
      return this.#object(PLACE.message, at);
    }
    if (field === FIELD.content && byte === BYTE.openArray) return this.#blocks(at);
    if (field === FIELD.blockInput && byte === BYTE.openObject) return this.#object(PLACE.input, at);
    if (field === FIELD.blockSource && byte === BYTE.openObject) return this.#object(PLACE.source, at);
    if (field === FIELD.holder && byte === BYTE.openObject) return this.#object(PLACE.holder, at);
    const end = json.value(at);
    if (end < 0) return end;
    if (field === FIELD.odd) return byte === 0x6e || byte === 0x66 ? end : ODD;
    if (field === FIELD.side && byte === 0x74) this.#flags |= FLAG.side;
    if (field === FIELD.blockContent) {
      this.#contentStart = at;
      this.#contentEnd = end;
    }
    if (field === FIELD.timestamp) {
      if (byte === 0x6e) return end;
      const time = plainNumber(bytes, at, end);
      this.times[(this.#line + RECORD.time) >> 1] = time;
      return Number.isNaN(time) ? ODD : end;
    }
    return field === FIELD.parentId && byte !== 0x6e ? ODD : end;
  }

  /** Keeps a text of a wanted field. False when it has to be decoded for that. */
  #textField(field: number, start: number, end: number): boolean {
    const { records } = this;
    const line = this.#line;
    switch (field) {
      case FIELD.content:
        this.#flags |= start < end ? FLAG.content | FLAG.blocks | FLAG.other : FLAG.content | FLAG.other;
        this.#show(start, end);
        return true;
      case FIELD.odd:
        return false;
      case FIELD.oddWord:
        if (this.#code(PLACE.oddWord, start, end) !== 0) return false;
        break;
      case FIELD.messageId:
        if (start < end) return this.#id(start, end, line + RECORD.message);
        break;
      case FIELD.id:
        this.#keep(RECORD.idStart, start, end);
        return this.#id(start, end, line + RECORD.id);
      case FIELD.parentId:
        this.#keep(RECORD.parentStart, start, end);
        return this.#id(start, end, line + RECORD.parent);
      case FIELD.answers:
        if (start < end) this.#flags |= FLAG.answers;
        return this.#id(start, end, line + RECORD.answers);
      case FIELD.type:
        records[line + RECORD.type] = this.#code(PLACE.type, start, end);
        break;
      case FIELD.role:
        records[line + RECORD.role] = this.#code(PLACE.role, start, end);
        break;
      case FIELD.stopReason:
        if (this.#code(PLACE.stopReason, start, end) !== 0) this.#flags |= FLAG.telling;
        break;
      case FIELD.timestamp: {
        const time = plainIsoTime(this.bytes, start, end);
        this.times[(line + RECORD.time) >> 1] = time;
        if (Number.isNaN(time)) return false;
        break;
      }
      default:
        return this.#blockField(field, start, end);
    }
    return !this.#json.escaped;
  }

  /** The same of a field of a block. */
  #blockField(field: number, start: number, end: number): boolean {
    switch (field) {
      case FIELD.text:
        this.#textStart = start;
        this.#textEnd = end;
        return true;
      case FIELD.blockContent:
        this.#contentStart = start - 1;
        this.#contentEnd = end + 1;
        return true;
      case FIELD.sourceType:
        if (this.#code(PLACE.blockType, start, end) === BLOCK.text) return false;
        break;
      case FIELD.blockAnswers:
        this.#answersStart = start;
        this.#answersEnd = end;
        break;
      case FIELD.blockType:
        this.#blockUse = this.#code(PLACE.blockType, start, end);
        break;
      case FIELD.blockId:
        this.#callStart = start;
        this.#callEnd = end;
    }
    return !this.#json.escaped;
  }

  /** Notes where a text lies. */
  #keep(place: number, start: number, end: number): void {
    this.records[this.#line + place] = start;
    this.records[this.#line + place + 1] = end;
  }

  /** Writes an id's hash to the records. False where it is none that can be hashed here. */
  #id(start: number, end: number, place: number): boolean {
    if (this.#json.escaped || !isShortAscii(this.bytes, start, end)) return false;
    hashAscii(this.bytes, start, end, this.records, place);
    return true;
  }

  /** Notes whether a text shows anything. */
  #show(start: number, end: number): void {
    if ((this.#flags & FLAG.text) === 0 && visible(this.bytes, start, end)) this.#flags |= FLAG.text;
  }

  /** A content that is a list. An element that is no object makes the line odd. */
  #blocks(at: number): number {
    const json = this.#json;
    const { bytes } = json;
    this.#flags |= FLAG.content;
    at = json.space(at + 1);
    if (bytes[at] === BYTE.closeArray) return at + 1;
    this.#flags |= FLAG.blocks;
    for (;;) {
      if (bytes[at] !== BYTE.openObject) return ODD;
      at = this.#block(at);
      if (at < 0) return at;
      if (!this.#endBlock()) return ODD;
      at = json.space(at);
      if (bytes[at] !== BYTE.comma) return bytes[at] === BYTE.closeArray ? at + 1 : BAD;
      at = json.space(at + 1);
    }
  }

  #block(at: number): number {
    this.#seen &= ~BLOCK_FIELDS;
    this.#blockUse = 0;
    this.#textEnd = 0;
    this.#callStart = this.#callEnd = 0;
    this.#answersStart = this.#answersEnd = 0;
    this.#contentEnd = 0;
    return this.#object(PLACE.block, at);
  }

  /** False where the line is odd. */
  #endBlock(): boolean {
    const use = this.#blockUse;
    if (use === BLOCK.result) {
      const isAdded = this.#addCall(this.#answersStart, this.#answersEnd, 1);
      return isAdded && this.#resultContent(this.#contentStart, this.#contentEnd);
    }
    if ((this.#seen & (1 << FIELD.blockAnswers)) !== 0) return false;
    this.#flags |= FLAG.other;
    if (use === BLOCK.call) return this.#addCall(this.#callStart, this.#callEnd, 0);
    this.#showBlock();
    return true;
  }

  /** Notes what a block shows that is no call and no result. */
  #showBlock(): void {
    if (this.#blockUse === BLOCK.text && this.#textEnd > 0) this.#show(this.#textStart, this.#textEnd);
    else if (this.#blockUse !== BLOCK.silent) this.#flags |= FLAG.text;
  }

  /** What a result shows: valid JSON, nothing of it where `end` is 0. False where the line is odd. */
  #resultContent(start: number, end: number): boolean {
    const json = this.#json;
    const { bytes } = json;
    const byte = bytes[start];
    if (end === 0 || byte === 0x6e) return true;
    if (byte === BYTE.quote) this.#show(start + 1, end - 1);
    else if (byte !== BYTE.openArray) this.#flags |= FLAG.text;
    else {
      for (let at = json.space(start + 1); bytes[at] !== BYTE.closeArray;) {
        if (bytes[at] === BYTE.comma) at = json.space(at + 1);
        const isBlock = bytes[at] === BYTE.openObject;
        at = isBlock ? this.#block(at) : json.value(at);
        if (at < 0 || (isBlock && this.#blockUse === BLOCK.call)) return false;
        if (isBlock) this.#showBlock();
        else this.#flags |= FLAG.text;
        at = json.space(at);
      }
    }
    return true;
  }

  #addCall(start: number, end: number, isResult: number): boolean {
    const { calls, records } = this;
    const at = this.#callsUsed;
    if (at === MAX_CALLS || !isShortAscii(this.bytes, start, end)) return false;
    if (start < end) hashAscii(this.bytes, start, end, calls, at + CALL.id);
    else calls.fill(0, at, at + CALL.size);
    calls[at + CALL.isResult] = isResult;
    this.#callsUsed = at + CALL.size;
    const count = this.#line + RECORD.calls;
    records[count] = (records[count] ?? 0) + 1;
    return true;
  }

  /** The code of the word that stands here, 0 for every other one. */
  #code(place: number, start: number, end: number): number {
    return wordCode(this.#lexicon, place, this.#json.bytes, start, end);
  }
}
