import { catalogue } from '../../../ui/catalogue.ts'

export const texts = catalogue({
  title: 'Working time',
  note: 'Due dates, waits, and reminders use these hours',
  days: 'Business days',
  /** From Monday. */
  short: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'],
  full: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
  off: 'Off',
  from: (day: string) => `${day} from`,
  to: (day: string) => `${day} to`,
  zone: 'Time zone',
  zoneNote: 'Due dates already set keep their day.',
  weekStart: 'Week starts on',
  holidays: 'Holidays',
  nextHolidays: 'Next holidays',
  noHolidays: 'No holidays',
  noNextHolidays: 'None ahead',
  addDay: 'Add a day',
  holidayName: 'Name of the day',
  firstDay: 'First day',
  lastDay: 'Last day',
})
