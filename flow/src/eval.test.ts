import { describe, expect, test } from 'vitest'
import { expressionsFor } from './compile/cel/expression.ts'
import type { VarType } from './document.ts'
import { momentOf, wallClock } from './eval/calendar.ts'
import {
  alarmsOf,
  branchOf,
  type Calendar,
  dueOf,
  evaluate,
  fill,
  isoDay,
  isoInstant,
  isTrue,
  parseDay,
  parseInstant,
  peopleOf,
  plainCalendar,
  type Scope,
  type Tree,
  waitEnds,
} from './eval.ts'

const types = new Map<string, VarType>([
  ['amount', 'number'],
  ['name', 'string'],
  ['day', 'date'],
  ['people', 'list'],
  ['unset', 'number'],
])
const at = (text: string) => parseInstant(text) ?? Number.NaN
/** Berlin in 2026: ahead by two hours from 29 March to 25 October. */
const berlin: Calendar = {
  zone: [
    [at('2025-10-26T01:00:00Z'), 60],
    [at('2026-03-29T01:00:00Z'), 120],
    [at('2026-10-25T01:00:00Z'), 60],
  ],
  days: [1, 2, 3, 4, 5],
  start: 8 * 60,
  holidays: ['2026-12-25'],
}
const scope: Scope = {
  vars: { amount: 12.5, name: 'Ana', day: '2026-12-23', people: ['u1', 'u2', 'u1'] },
  now: at('2026-12-23T22:30:00Z'),
  calendar: berlin,
  instance: { starter: 'u9', started: at('2026-12-01T09:00:00Z') },
  rounds: { ask: 2 },
}

function tree(text: string): Tree {
  const checked = expressionsFor(types).check(text, 'anything', true)
  if ('problem' in checked) throw new Error(checked.problem.text)
  return checked.tree
}
const value = (text: string) => evaluate(tree(text), scope)

describe('expressions', () => {
  test.each([
    ['today == date("2026-12-23")', true],
    ['now > timestamp("2026-12-23T22:00:00Z")', true],
    ['addDays(vars.day, 3)', '2026-12-26'],
    ['addBusinessDays(vars.day, 2)', '2026-12-28'],
    ['addBusinessDays(vars.day, -1)', '2026-12-22'],
    ['daysBetween(vars.day, date("2027-01-01"))', 9],
    ['businessDaysBetween(vars.day, date("2026-12-28"))', 2],
    ['weekday(vars.day)', 3],
    ['round(1.005, 2) == 1.01', true],
    ['round(-2.5)', -3],
    ['sum([0.1, 0.2]) == 0.3', false],
    ['round(sum([0.1, 0.2]), 2) == 0.3', true],
    ['min([3, 1, 2])', 1],
    ['max([3, 1.5])', 3],
    ['like("scan-2026.pdf", "scan*.pdf")', true],
    ['like("scan.pdfx", "*.pdf")', false],
    ['like("aXbXc", "a*b*c")', true],
    ['rounds["ask"] > 1', true],
    ['instance.starter == "u9"', true],
    ['now - duration("1h30m") < now', true],
    ['string(vars.day)', '2026-12-23'],
    ['vars.?unset.orValue(7.0)', 7],
    ['vars.amount == 12.5 && vars.amount > 12', true],
  ])('%s is %s', (text, expected) => {
    expect(value(text)).toEqual({ ok: true, value: expected })
  })

  test.each([
    ['instance.starter == "u9"', false],
    ['instance.starter != "u9"', true],
    ['has(instance.starter)', false],
    ['instance.?starter.orValue("nobody")', 'nobody'],
    ['instance.starter', null],
  ])('%s is %s where no person started it', (text, expected) => {
    const unattended = { ...scope, instance: { ...scope.instance, starter: null } }
    expect(evaluate(tree(text), unattended)).toEqual({ ok: true, value: expected })
  })

  test('an error is absorbed by the side that decides, and otherwise said', () => {
    expect(value('vars.unset > 1 || vars.amount > 1')).toEqual({ ok: true, value: true })
    expect(value('vars.unset > 1 && vars.amount < 1')).toEqual({ ok: true, value: false })
    expect(value('vars.unset > 1 || vars.amount < 1')).toEqual({
      ok: false,
      code: 'expr_error',
      text: 'unset is not set',
    })
    expect(value('1 / 0')).toEqual({ ok: false, code: 'expr_error', text: 'division by zero' })
    expect(branchOf([tree('vars.amount > 100.0'), tree('vars.amount > 10.0')], scope)).toEqual({
      ok: true,
      value: 'b1',
    })
    expect(branchOf([tree('false')], scope)).toEqual({ ok: true, value: 'else' })
    expect(isTrue(tree('vars.amount'), scope).ok).toBe(false)
    expect(peopleOf(tree('vars.people'), scope)).toEqual({ ok: true, value: ['u1', 'u2'] })
    expect(peopleOf(tree('vars.name'), scope)).toEqual({ ok: true, value: ['Ana'] })
  })

  test('too much is refused: to compute, to read', () => {
    const long = { ...scope, vars: { people: Array.from({ length: 900 }, (_, n) => n) } }
    expect(evaluate(tree('vars.people.exists(a, vars.people.exists(b, a == b + 1000))'), long)).toMatchObject({
      ok: false,
      code: 'expr_cost',
    })
    const longer = { ...scope, vars: { people: Array.from({ length: 1001 }, () => 1), name: 'x'.repeat(70_000) } }
    expect(evaluate(tree('size(vars.people)'), longer)).toMatchObject({ ok: false, code: 'expr_error' })
    expect(evaluate(tree('size(vars.name)'), longer)).toMatchObject({ ok: false, code: 'expr_error' })
  })
})

describe('dates', () => {
  const due = (text: string, from?: 'open' | 'start') => dueOf({ in: text, ...(from && { from }) }, scope)

  test('days, weeks and business days give a day in the zone, clock units an instant', () => {
    // In Berlin it is already half past eleven in the evening.
    expect(due('2d')).toEqual({ ok: true, value: { day: '2026-12-25', at: at('2026-12-25T23:00:00Z') } })
    expect(due('2bd')).toEqual({ ok: true, value: { day: '2026-12-28', at: at('2026-12-28T23:00:00Z') } })
    expect(due('1w', 'start')).toMatchObject({ value: { day: '2026-12-08' } })
    expect(due('90m')).toEqual({ ok: true, value: { at: scope.now + 5_400_000 } })
    expect(dueOf({ date: tree('vars.day') }, scope)).toMatchObject({ value: { day: '2026-12-23' } })
  })

  test('a wait of days ends at the same wall-clock time, of business days as the day begins', () => {
    const eve = { ...scope, now: at('2026-03-28T09:00:00Z') }
    const ends = (until: Parameters<typeof waitEnds>[0]) => {
      const end = waitEnds(until, eve)
      return end.ok ? isoInstant(end.value) : end.text
    }
    expect(ends({ for: '1d' })).toBe('2026-03-29T08:00:00.000Z')
    expect(ends({ for: '24h' })).toBe('2026-03-29T09:00:00.000Z')
    expect(ends({ for: '1bd' })).toBe('2026-03-30T06:00:00.000Z')
    expect(ends({ at: tree('vars.day') })).toBe('2026-12-23T07:00:00.000Z')
  })

  test('alarms hang on the opening or on what is due', () => {
    const alarms = alarmsOf(
      [
        { from: 'open', after: '2h' },
        { from: 'due', after: '-1d' },
        { from: 'due', after: '1h' },
      ],
      { at: scope.now + 3_600_000 * 30 },
      scope,
    )
    expect(alarms).toEqual({
      ok: true,
      value: [
        [scope.now + 7_200_000, 0],
        [scope.now + 3_600_000 * 6, 1],
        [scope.now + 3_600_000 * 31, 2],
      ],
    })
    expect(alarmsOf([{ from: 'due', after: '1h' }], undefined, scope)).toEqual({ ok: true, value: [] })
  })

  test('a calendar without working days says so', () => {
    expect(dueOf({ in: '1bd' }, { ...scope, calendar: { ...plainCalendar, days: [] } })).toMatchObject({ ok: false })
  })

  test('days agree with the platform for six centuries', () => {
    for (let ms = Date.UTC(1700, 0, 1); ms < Date.UTC(2300, 0, 1); ms += 86_400_000 * 13.37) {
      expect(isoDay(ms)).toBe(new Date(ms).toISOString().slice(0, 10))
      expect(parseDay(isoDay(ms))).toBe(Math.floor(ms / 86_400_000) * 86_400_000)
      expect(isoInstant(Math.floor(ms))).toBe(new Date(ms).toISOString())
    }
    expect([
      parseDay('2026-02-29'),
      parseDay('2024-02-29') !== undefined,
      parseInstant('2026-01-01T25:00:00Z'),
    ]).toEqual([undefined, true, undefined])
  })
})

const zones = [
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'America/Sao_Paulo',
  'Pacific/Auckland',
]

test.each(zones)('a zone table of %s tells the time as the system does', (timeZone) => {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  const wall = (ms: number) => {
    const found = Object.fromEntries(parts.formatToParts(ms).map(({ type, value }) => [type, value]))
    return Date.UTC(
      Number(found.year),
      Number(found.month) - 1,
      Number(found.day),
      Number(found.hour),
      Number(found.minute),
      Number(found.second),
    )
  }
  const offset = (ms: number) => (wall(ms) - Math.floor(ms / 1000) * 1000) / 60_000
  const [from, to, hour] = [Date.UTC(2025, 0, 1), Date.UTC(2028, 0, 1), 3_600_000]
  const zone: Calendar['zone'] = [[from, offset(from)]]
  const changed = (ms: number) => offset(ms) !== zone.at(-1)?.[1]
  for (let day = from; day < to; day += 24 * hour)
    if (changed(day + 24 * hour))
      for (let ms = day; ms <= day + 24 * hour; ms += hour / 2) if (changed(ms)) zone.push([ms, offset(ms)])
  const calendar = { ...plainCalendar, zone }
  for (let n = 0; n < 4000; n++) {
    const ms = from + Math.floor(((n * 7919) % 4000) * ((to - from) / 4000)) + n * 1000
    const whole = Math.floor(ms / 1000) * 1000
    expect(wallClock(calendar, whole)).toBe(wall(whole))
    expect(wallClock(calendar, momentOf(calendar, wall(whole)))).toBe(wall(whole))
  }
})

test('a template keeps the type of a lone expression and writes all others into its text', () => {
  const input = {
    to: '{{vars.name}}',
    sum: '{{ vars.amount }}',
    note: 'For {{vars.name}}: {{vars.amount}}',
    deep: [{ a: 'plain' }, '{{vars.people}}'],
  }
  const filled = fill(
    input,
    {
      '/to': [tree('vars.name')],
      '/sum': [tree('vars.amount')],
      '/note': ['For ', tree('vars.name'), ': ', tree('vars.amount')],
      '/deep/1': [tree('vars.people')],
    },
    scope,
  )
  expect(filled).toEqual({
    ok: true,
    value: { to: 'Ana', sum: 12.5, note: 'For Ana: 12.5', deep: [{ a: 'plain' }, ['u1', 'u2', 'u1']] },
  })
  expect(fill('{{x}}', { '': [tree('vars.unset')] }, scope)).toMatchObject({ ok: false })
})
