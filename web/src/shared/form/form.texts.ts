import { catalogue } from '../../ui/catalogue.ts'

export const texts = catalogue({
  unreachable: 'The server couldn’t be reached. Check your connection, then try again.',
  serverTrouble: 'The server had a problem. Nothing was lost. Try again in a minute.',
  tooManyTries: (seconds: number) =>
    seconds === 1 ? 'Too many attempts. Wait 1 second.' : `Too many attempts. Wait ${seconds} seconds.`,
  discard: 'Discard all unsaved changes?',
  keepEditing: 'Keep editing',
  discardChanges: 'Discard changes',
})
