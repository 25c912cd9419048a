import type { Edit } from '@throughline/contracts/workflow-edits'

/** Edits that are taken or left together, and the words that they come from. */
export interface RawChange {
  quote: string
  isGuess: boolean
  edits: Edit[]
}

export interface NotDone {
  quote: string
  reason: string
}

/** What was made of an instruction, before it is tried on the draft. */
export interface RawProposal {
  changes: RawChange[]
  notDone: NotDone[]
}
