import { expect, test } from 'vitest'
import { readClock, stepClock } from '../parts/time-input.tsx'
import { zoneLabel, zoneOptions } from '../parts/zones.ts'

test.each([
  ['9', '09:00'],
  ['930', '09:30'],
  ['9.30', '09:30'],
  ['0930', '09:30'],
  [' 17:05 ', '17:05'],
  ['9 pm', '21:00'],
  ['9:30 AM', '09:30'],
  ['12 am', '00:00'],
  ['12:15 p.m.', '12:15'],
  ['24:00', undefined],
  ['13 pm', undefined],
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

test('zones carry their offset; one that the browser does not list stays to be chosen', () => {
  expect(zoneLabel('Europe/Amsterdam', new Date('2026-11-15'))).toBe('Europe/Amsterdam (UTC+1)')
  expect(zoneOptions('Etc/GMT+5')[0]).toEqual({ value: 'Etc/GMT+5', label: 'Etc/GMT+5 (UTC-5)' })
})
