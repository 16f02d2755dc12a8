// Where things lie in the module's memory, and the numbers that it shares with src/scan (records.ts, lexicon.ts,
// jsonSkip.ts, simdScanner.ts); the tests hold both scanners against each other.

/** The lexicon: heads, next, codes (up to 512 bytes each) and 32 characters a word. */
export const HEADS: usize = 0x10000;
export const NEXT: usize = 0x10200;
export const CODES: usize = 0x10300;
export const CHARS: usize = 0x10400;
export const RECORDS: usize = 0x20000;
export const CALLS: usize = 0x30000;
export const FAULTS: usize = 0x38000;
/** A block of zeros, for the end of a text that fills none. */
export const SCRATCH: usize = 0x1c000;
/** Shortened records, see shorten.ts. */
export const SHORT: usize = 0x40000;
export const SHORT_END: usize = 0x48000;
/** The area comes last, behind it the tokens. */
export const AREA: usize = 0x48000;

export const MAX_LINES: u32 = 512;
export const MAX_CALLS: u32 = 8190;
export const MAX_FAULTS: u32 = 8192;
/** Containers inside one another that are followed: as many as a word has bits for. */
export const MAX_DEPTH: u32 = 63;

/** Bytes of an id that is hashed. */
export const MAX_ID: usize = 256;

export const RECORD_BYTES: usize = 96;
export const R_START: usize = 0;
export const R_END: usize = 4;
export const R_STATUS: usize = 8;
export const R_FLAGS: usize = 12;
export const R_TYPE: usize = 16;
export const R_ROLE: usize = 20;
export const R_ID: usize = 24;
export const R_PARENT: usize = 32;
export const R_ID_HASH: usize = 40;
export const R_PARENT_HASH: usize = 48;
export const R_TIME: usize = 56;
export const R_ANSWERS_HASH: usize = 64;
export const R_CALLS_AT: usize = 72;
export const R_CALLS: usize = 76;
export const R_MESSAGE: usize = 80;
export const R_TOKEN: usize = 88;
export const R_SHORT: usize = 92;

export const S_OK: u32 = 0;
export const S_ODD: u32 = 1;
export const S_BAD: u32 = 2;
export const S_BLANK: u32 = 3;

export const F_MESSAGE: u32 = 1;
export const F_CONTENT: u32 = 2;
export const F_BLOCKS: u32 = 4;
export const F_TEXT: u32 = 8;
export const F_TELLING: u32 = 16;
export const F_ANSWERS: u32 = 32;
export const F_SIDE: u32 = 64;
export const F_OTHER: u32 = 128;

export const P_RECORD: u32 = 0;
export const P_MESSAGE: u32 = 1;
export const P_BLOCK: u32 = 2;
export const P_TYPE: u32 = 3;
export const P_ROLE: u32 = 4;
export const P_BLOCK_TYPE: u32 = 5;
export const P_STOP_REASON: u32 = 6;
export const P_INPUT: u32 = 7;
export const P_SOURCE: u32 = 8;
export const P_HOLDER: u32 = 9;
export const P_ODD_WORD: u32 = 10;

export const ID: u32 = 1;
export const PARENT_ID: u32 = 2;
export const TYPE: u32 = 3;
export const TIMESTAMP: u32 = 4;
export const MESSAGE: u32 = 5;
export const ROLE: u32 = 6;
export const CONTENT: u32 = 7;
export const ANSWERS: u32 = 8;
export const STOP_REASON: u32 = 9;
export const BLOCK_TYPE: u32 = 10;
export const TEXT: u32 = 11;
export const BLOCK_ID: u32 = 12;
export const ODD_KEY: u32 = 13;
export const SIDE: u32 = 14;
export const MESSAGE_ID: u32 = 15;
export const BLOCK_ANSWERS: u32 = 16;
export const BLOCK_CONTENT: u32 = 17;
export const BLOCK_INPUT: u32 = 18;
export const BLOCK_SOURCE: u32 = 19;
export const SOURCE_TYPE: u32 = 20;
export const ODD_WORD: u32 = 21;
export const HOLDER: u32 = 22;

export const B_TEXT: u32 = 1;
export const B_SILENT: u32 = 2;
export const B_CALL: u32 = 3;
export const B_RESULT: u32 = 4;
