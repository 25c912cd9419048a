import { expect, test } from 'vitest'
import { parse, print, simulate, validate } from './compile.ts'
import { isoInstant, parseInstant } from './eval.ts'
import { templates } from './templates.ts'

const at = parseInstant('2026-11-16T09:00:00Z') ?? 0
const categories = ['customer-support', 'finance', 'marketing', 'development', 'hr', 'documentation']

test('there are twelve, each with a category and tags', () => {
  expect(new Set(templates.map(({ id }) => id)).size).toBe(12)
  for (const { metadata } of templates) {
    expect(categories).toContain(metadata.category)
    expect(metadata.tags).toEqual(expect.arrayContaining([expect.any(String)]))
  }
})

test.each(templates.map((doc) => [doc.name, doc] as const))('%s has no problem and reads back as it is', (_, doc) => {
  expect(validate(doc)).toEqual([])
  expect(parse(print(doc))).toEqual({ doc, problems: [] })
})

test.each(templates.map((doc) => [doc.name, doc] as const))('%s comes to its end when everybody agrees', (_, doc) => {
  const played = simulate(doc, {}, { at, starter: 'ana' })
  expect(played).toEqual(expect.objectContaining({ ok: true, awaits: [] }))
  if (!played.ok) return
  const failures = played.turns.flatMap(({ commands }) => commands.filter(({ c }) => c === 'fail'))
  expect(failures, JSON.stringify(played.turns.at(-1)?.produced)).toEqual([])
  expect(played.state.status, isoInstant(played.turns.at(-1)?.at ?? 0)).toBe('completed')
})

test.each(templates.map((doc) => [doc.name, doc] as const))(
  '%s comes to its end when everybody rejects once',
  (_, doc) => {
    const approvals = Object.values(doc.steps).filter(({ type }) => type === 'approval')
    const answers = Object.fromEntries(
      approvals.map(({ id }) => [id, [{ decisions: ['reject' as const] }, { decisions: ['changes' as const] }]]),
    )
    const played = simulate(doc, { answers }, { at, starter: 'ana' })
    expect(played).toEqual(expect.objectContaining({ ok: true, awaits: [] }))
    expect(played.ok && played.state.status).toBe('completed')
  },
)
