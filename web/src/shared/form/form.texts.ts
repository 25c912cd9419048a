import { catalogue } from '../../ui/catalogue.ts'
import { counted } from '../format/count.ts'

export const texts = catalogue({
  unreachable: 'The server couldn’t be reached. Check your connection, then try again.',
  serverTrouble: 'The server had a problem. Nothing was lost. Try again in a minute.',
  tooManyTries: (seconds: number) => `Too many attempts. Wait ${counted(seconds, 'second')}.`,
  discard: 'Discard all unsaved changes?',
  keepEditing: 'Keep editing',
  discardChanges: 'Discard changes',
})
