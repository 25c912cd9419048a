/** A part of a topic with an address of its own. Shown in this order: paragraphs, steps, tip, keys. */
export interface HelpSection {
  readonly title: string
  readonly body?: readonly string[]
  readonly steps?: readonly string[]
  readonly tip?: string
  /**
   * What keys do, by how they are pressed: 'e', 'j k' for either of two, 'g then t' for one after the other, 'mod+s'
   * with ⌘ or Ctrl. `pnpm check` refuses a key that the product does not know.
   */
  readonly keys?: Readonly<Record<string, string>>
}

/** Sections stand by their place in the address: /help#inbox/snooze. In texts, `F1` is a key. */
export interface HelpTopic {
  readonly title: string
  readonly note: string
  readonly sections: Readonly<Record<string, HelpSection>>
}
