import { describe, expect, test } from 'vitest'
import { compile, linksOf, parse, print, simulate, validate } from './compile.ts'
import { parseInstant } from './eval.ts'
import { invoice, onboarding } from './testing/examples.ts'

const at = parseInstant('2026-11-16T09:00:00Z') ?? 0

test.each([
  ['invoice', invoice],
  ['onboarding', onboarding],
])('%s is read without a word, has no problem and reads back as it is', (_, text) => {
  const { doc, problems } = parse(text)
  expect([problems, validate(doc)]).toEqual([[], []])
  expect(doc).toEqual(JSON.parse(text))
  expect(parse(print(doc)).doc).toEqual(doc)
})

describe('the run of the onboarding', () => {
  test('a rejected contract takes back its own branch only, a failed call goes by hand, welcome opens once', () => {
    const played = simulate(
      parse(onboarding).doc,
      {
        answers: {
          details: [{ values: { starts_on: '2026-12-01', manager: 'u_mia' } }],
          contract: [{ decisions: ['reject'] }],
          accounts: [{ ok: false, takes: '1h' }],
        },
      },
      { at, starter: 'ana' },
    )
    if (!played.ok) throw new Error('refused')
    const runs = played.turns.flatMap(({ commands }) =>
      commands.flatMap((one) => (one.c === 'open' ? [`${one.step}@${one.round}`] : [])),
    )
    expect(runs.filter((run) => run.startsWith('welcome'))).toEqual(['welcome@2'])
    expect(runs).toEqual(expect.arrayContaining(['papers@2', 'contract@2', 'accounts_by_hand@1', 'laptop@1']))
    expect(runs).not.toContain('laptop@2')
    expect(played.state.status).toBe('completed')
  })
})

test('an approval is about the manual steps before it, up to another approval', () => {
  const compiled = compile(parse(invoice).doc)
  expect(compiled.ok && compiled.exprs.steps.board?.covers).toEqual(['enter'])
  expect(compiled.ok && compiled.exprs.steps.pay?.input).toEqual({
    '/parameters/to': [['var', 'vendor']],
    '/parameters/sum': [['var', 'amount']],
  })
})

test('the lines of a drawing are those written and those an approval has by itself', () => {
  const lines = linksOf(parse(invoice).doc).map(
    ({ from, outcome, to, back }) => `${from} ${outcome} ${back ? '↑' : '↓'} ${to}`,
  )
  expect(lines).toEqual([
    'enter done ↓ size',
    'size b0 ↓ board',
    'size else ↓ lead',
    'lead approved ↓ pay',
    'lead changes ↑ enter',
    'lead rejected ↑ enter',
    'board approved ↓ pay',
    'board rejected ↑ enter',
    'board changes ↑ enter',
    'pay failed ↓ by_hand',
  ])
})
