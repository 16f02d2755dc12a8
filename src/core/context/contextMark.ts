/** How an entry of a path stands to what the model would receive now. */
export type ContextMark =
  | 'sent'
  /** With another content: an edit. */
  | 'edited'
  /** The compaction in force: its summary is sent. */
  | 'summary'
  /** Some of its messages fit into the budget, others do not. */
  | 'partly'
  /** Before what the compaction in force kept. */
  | 'compacted'
  /** Before what is read back of a long file. */
  | 'unread'
  /** Cut by the budget. */
  | 'over'
  /** Taken out by an edit. */
  | 'removed'
  /** A result whose call the model does not see. */
  | 'orphan'
  /** Nothing that a model is ever sent: a setting, a label, a note. */
  | 'none';
