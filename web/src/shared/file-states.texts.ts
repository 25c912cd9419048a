import { catalogue } from '../ui/catalogue.ts'

/** Why a file cannot be opened, beside its name. */
export const fileStates = catalogue({
  quarantined: 'being checked',
  infected: 'unsafe, removed',
  failed: 'couldn’t be checked',
})
