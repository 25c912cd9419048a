import { expect, test } from 'vitest'
import { sizeText } from '../../../shared/format/size.ts'
import { zoneLabel, zoneOptions } from '../parts/zones.ts'
import { readClock, stepClock } from './clock.ts'
import { holidayDates, shortDate, todayIn } from './dates.ts'

test.each([
  ['9', '09:00'],
  ['930', '09:30'],
  ['9.30', '09:30'],
  ['0930', '09:30'],
  [' 17:05 ', '17:05'],
  ['24:00', undefined],
  ['12:60', undefined],
  ['noon', undefined],
])('%s is read as %s', (text, clock) => {
  expect(readClock(text)).toBe(clock)
})

test('arrow keys go to the next quarter and stay within the day', () => {
  expect(stepClock('09:00', 1)).toBe('09:15')
  expect(stepClock('09:00', -1)).toBe('08:45')
  expect(stepClock('00:00', -1)).toBe('00:00')
  expect(stepClock('23:59', 1)).toBe('23:45')
})

test('days are written as the product writes them', () => {
  expect(holidayDates({ from: '2026-12-25', to: '2026-12-25' })).toBe('Fri, Dec 25, 2026')
  expect(holidayDates({ from: '2027-01-14', to: '2027-01-15' })).toBe('Thu, Jan 14 – Fri, Jan 15, 2027')
  expect(shortDate('2026-03-03', 'Asia/Tokyo')).toBe('Mar 3, 2026')
  expect(shortDate('2026-03-03T20:00:00Z', 'Asia/Tokyo')).toBe('Mar 4, 2026')
  expect(todayIn('Asia/Tokyo', new Date('2026-11-15T20:00:00Z'))).toBe('2026-11-16')
})

test('zones carry their offset; one that the browser does not list stays to be chosen', () => {
  expect(zoneLabel('Europe/Amsterdam', new Date('2026-11-15'))).toBe('Europe/Amsterdam (UTC+1)')
  expect(zoneOptions('Etc/GMT+5')[0]).toEqual({ value: 'Etc/GMT+5', label: 'Etc/GMT+5 (UTC-5)' })
})

test.each([
  [640, '640 B'],
  [1_887_437, '1.8 MB'],
  [204_800, '200 KB'],
])('%i bytes are %s', (bytes, text) => {
  expect(sizeText(bytes)).toBe(text)
})
