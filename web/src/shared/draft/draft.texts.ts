import { catalogue } from '../../ui/catalogue.ts'

export const draftTexts = catalogue({
  alsoHere: (names: string) => `Also editing: ${names}`,
  saving: 'Saving…',
  unsaved: 'Unsaved changes',
  draftSaved: (time: string) => `Draft saved ${time}`,
  notSaved: 'Not saved',
  retry: 'Retry',
  clashed: 'Someone else changed the same parts',
  resolve: 'Resolve',
  clash: {
    title: (name: string) => `${name} saved while you were editing`,
    someone: 'Someone else',
    note: 'Everything else from both of you is kept. Choose what to keep here.',
    you: 'you',
    was: (value: string) => `was ${value}`,
    which: (name: string) => `What to keep for ${name}`,
    partOf: (name: string, part: string) => `${name}: ${part}`,
    removed: 'Deleted',
    kept: 'Keep it',
    nothing: 'Nothing',
    discard: 'Discard mine',
    merge: 'Keep these',
  },
})
