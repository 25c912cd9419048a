import { catalogue } from '../../ui/catalogue.ts'
import { counted } from './count.ts'

export const texts = catalogue({
  todayWithin: (time: string) => `today at ${time}`,
  onDay: (day: string) => `on ${day}`,
  justNow: 'just now',
  goneIn: (days: number) => (days <= 0 ? 'Gone today' : `Gone in ${counted(days, 'day')}`),
  seconds: (count: number) => counted(count, 'second'),
  minutes: (count: number) => counted(count, 'minute'),
  hours: (count: number) => counted(count, 'hour'),
  days: (count: number) => counted(count, 'day'),
  short: {
    milliseconds: (count: number) => `${count} ms`,
    seconds: (count: string) => `${count} s`,
    minutes: (minutes: number, seconds: number) => (seconds > 0 ? `${minutes} m ${seconds} s` : `${minutes} m`),
    hours: (hours: number, minutes: number) => (minutes > 0 ? `${hours} h ${minutes} m` : `${hours} h`),
    days: (days: number, hours: number) => (hours > 0 ? `${days} d ${hours} h` : `${days} d`),
  },
})
