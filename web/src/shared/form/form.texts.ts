import { catalogue } from '../../ui/catalogue.ts'

export const texts = catalogue({
  unreachable: 'The server could not be reached. Check your connection, then try again.',
  serverTrouble: 'The server has a problem. Nothing was lost; try again in a minute.',
  tooManyTries: (seconds: number) =>
    seconds === 1 ? 'Too many tries. Wait 1 second.' : `Too many tries. Wait ${seconds} seconds.`,
})
