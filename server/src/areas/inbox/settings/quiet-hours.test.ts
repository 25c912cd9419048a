import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { nextDigest, type PersonTime, quietUntil } from './quiet-hours.ts'

const QUIET = { on: true, from: '18:30', to: '08:00', weekends: true, let_due_through: true }
const AMSTERDAM: PersonTime = { zone: 'Europe/Amsterdam', workdays: [1, 2, 3, 4, 5], holidays: [] }
const at = (text: string) => new Date(text)

describe('quiet hours', () => {
  test.each([
    ['at noon of a working day', '2026-11-12T11:00:00Z', null],
    ['in the evening', '2026-11-12T20:00:00Z', '2026-11-13T07:00:00Z'],
    ['in the early morning', '2026-11-13T02:00:00Z', '2026-11-13T07:00:00Z'],
    ['the moment they end', '2026-11-13T07:00:00Z', null],
    ['on a Friday night, over the weekend', '2026-11-13T20:00:00Z', '2026-11-16T07:00:00Z'],
    ['on a Sunday at noon', '2026-11-15T11:00:00Z', '2026-11-16T07:00:00Z'],
    ['in the night that clocks go back', '2026-10-24T20:00:00Z', '2026-10-26T07:00:00Z'],
    ['in the night that clocks go forward', '2026-03-28T20:00:00Z', '2026-03-30T06:00:00Z'],
  ])('%s', (_, now, until) => {
    expect(quietUntil(QUIET, AMSTERDAM, at(now))).toEqual(until && at(until))
  })

  test('hold on the organization’s holidays too, and on no weekend if that is not chosen', () => {
    const holidays = [{ from: '2026-12-24', to: '2026-12-25' }]
    expect(quietUntil(QUIET, { ...AMSTERDAM, holidays }, at('2026-12-24T11:00:00Z'))).toEqual(
      at('2026-12-28T07:00:00Z'),
    )
    expect(quietUntil({ ...QUIET, weekends: false }, AMSTERDAM, at('2026-11-14T11:00:00Z'))).toBeNull()
    expect(quietUntil({ ...QUIET, on: false }, AMSTERDAM, at('2026-11-12T22:00:00Z'))).toBeNull()
  })

  const zone = fc.constantFrom(
    'Europe/Amsterdam',
    'America/New_York',
    'America/Santiago',
    'Asia/Kathmandu',
    'Australia/Lord_Howe',
    'Africa/Casablanca',
    'Pacific/Chatham',
    'UTC',
  )
  const clock = fc.tuple(fc.nat(23), fc.nat(59)).map((parts) => parts.map((n) => String(n).padStart(2, '0')).join(':'))
  const moment = fc.date({ min: at('2026-01-01T00:00:00Z'), max: at('2028-01-01T00:00:00Z'), noInvalidDate: true })
  const time = fc.record({
    zone,
    workdays: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
    holidays: fc.array(
      moment.map((day) => ({ from: day.toISOString().slice(0, 10), to: day.toISOString().slice(0, 10) })),
      { maxLength: 3 },
    ),
  })

  test('whatever waits in them waits until the same moment, and no longer, in every zone and on every change of clocks', () => {
    fc.assert(
      fc.property(
        clock,
        clock,
        fc.boolean(),
        time,
        moment,
        fc.double({ min: 0, max: 1, noNaN: true }),
        (from, to, weekends, zoned, now, part) => {
          const quiet = { on: true, from, to, weekends, let_due_through: false }
          const end = quietUntil(quiet, zoned, now)
          if (!end) return
          expect(end > now).toBe(true)
          const between = new Date(now.getTime() + Math.floor(part * (end.getTime() - now.getTime() - 1)))
          expect(quietUntil(quiet, zoned, between)).toEqual(end)
          expect(quietUntil(quiet, zoned, end)).toBeNull()
        },
      ),
      { numRuns: 400 },
    )
  })

  test('the digest comes at its time of day, on days that are meant, and never twice for one', () => {
    const days = fc.constantFrom('working_days', 'every_day', 'mondays')
    fc.assert(
      fc.property(days, clock, time, moment, (on, hour, zoned, now) => {
        const digest = { days: on, time: hour } as const
        const next = nextDigest(digest, zoned, now)
        if (!next) return
        expect(next > now).toBe(true)
        expect(nextDigest(digest, zoned, new Date(next.getTime() - 1))).toEqual(next)
        const later = nextDigest(digest, zoned, next)
        if (later) expect(later.getTime() - next.getTime()).toBeGreaterThan(20 * 3_600_000)
      }),
      { numRuns: 400 },
    )
  })

  test('a digest of working days leaves out weekends and holidays', () => {
    const holidays = [{ from: '2026-11-16', to: '2026-11-16' }]
    const digest = { days: 'working_days', time: '08:30' } as const
    const next = nextDigest(digest, { ...AMSTERDAM, holidays }, at('2026-11-13T08:00:00Z'))
    expect(next).toEqual(at('2026-11-17T07:30:00Z'))
    expect(nextDigest({ days: 'off', time: '08:30' }, AMSTERDAM, at('2026-11-13T08:00:00Z'))).toBeNull()
  })
})
