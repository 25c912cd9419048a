import { catalogue } from '../../../ui/catalogue.ts'

const counted = (one: string, many: string) => (count: number) => (count === 1 ? `1 ${one}` : `${count} ${many}`)

export const texts = catalogue({
  seconds: counted('second', 'seconds'),
  minutes: counted('minute', 'minutes'),
  hours: counted('hour', 'hours'),
  days: counted('day', 'days'),
  todayAt: (time: string) => `today at ${time}`,
  short: {
    seconds: (count: string) => `${count} s`,
    minutes: (minutes: number, seconds: number) => (seconds > 0 ? `${minutes} m ${seconds} s` : `${minutes} m`),
    hours: (hours: number, minutes: number) => (minutes > 0 ? `${hours} h ${minutes} m` : `${hours} h`),
    days: (days: number, hours: number) => (hours > 0 ? `${days} d ${hours} h` : `${days} d`),
  },
})
