import { catalogue } from '../../ui/catalogue.ts'

export const texts = catalogue({
  today: 'Today',
  todayAt: (time: string) => `Today, ${time}`,
  dayAt: (day: string, time: string) => `${day}, ${time}`,
})
