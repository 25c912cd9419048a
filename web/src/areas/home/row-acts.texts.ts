import { catalogue } from '../../ui/catalogue.ts'

/** Said when an act was done: loaded with the first of them. */
export const texts = catalogue({
  completed: (name: string) => `${name} is completed`,
  nextTask: (name: string, instance: string) => `Next for you: ${name}, ${instance}`,
  openNext: 'Open next task',
  claimed: (name: string) => `You claimed ${name}`,
})
