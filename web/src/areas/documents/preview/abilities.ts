import type { Preview } from '@throughline/contracts/document-preview'

type Kind = Preview['kind']

const SEARCHED: readonly Kind[] = ['pdf', 'text', 'table', 'words']
const FILLING: readonly Kind[] = ['text', 'table']

/** What can be done with a kind of file; while it is not known yet, what can be done with most. */
export const abilitiesOf = (kind: Kind = 'pdf') => ({
  find: SEARCHED.includes(kind),
  zoom: kind !== 'none',
  /** It takes all the room, from edge to edge. */
  fill: FILLING.includes(kind),
})
