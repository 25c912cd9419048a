import { Proposal } from '@throughline/contracts/copilot'
import { validate } from '@throughline/flow/compile'
import { applyEdits } from '@throughline/flow/edit'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DRAFT, INSTRUCTION, mutated } from '../../../../test/stack/model/mutated-answers.ts'
import { contentOf } from '../models/chat-completions.ts'
import { readAnswer } from './read-answer.ts'
import { settle } from './settle.ts'

const SEED = Number(process.env.COPILOT_SEED ?? Date.now() % 2_147_483_647)
const ANSWERS = 1_000
process.stdout.write(`Mutated answers begin at ${SEED}; COPILOT_SEED=${SEED} plays them again.\n`)

test(`${ANSWERS} mutated answers are a diff that can be taken whole, or of no use`, () => {
  let used = 0
  fc.assert(
    fc.property(mutated, (content) => {
      const answer = readAnswer(content, INSTRUCTION, DRAFT)
      if (!answer) return
      used++
      const { diff, notDone, doc, problems } = settle(DRAFT, answer, (one) => validate(one))
      expect(problems.filter(({ level }) => level === 'E')).toEqual([])
      const whole = applyEdits(
        DRAFT,
        diff.flatMap(({ edits }) => edits),
      )
      expect(whole).toEqual({ doc })
      const by = { drafter: 'model', model: null, note: null, took: 1, refs: { teams: [], people: [] } }
      Proposal.parse({ ...by, base_version: 1, diff, not_done: notDone, errors: 0, warnings: 0 })
      // Whatever nobody asked for waits to be taken.
      for (const { quote, is_guess } of diff) expect(quote !== '' || is_guess).toBe(true)
    }),
    { seed: SEED, numRuns: ANSWERS, interruptAfterTimeLimit: 100_000, markInterruptAsFailure: true },
  )
  expect(used).toBeGreaterThan(ANSWERS / 4)
})

test('streams that are cut, odd or full of tool calls that nobody offered have no content', () => {
  const event = (data: unknown) => `data: ${JSON.stringify(data)}\n\n`
  const said = (content: string) => event({ choices: [{ delta: { content }, finish_reason: null }] })
  const end = event({ choices: [{ delta: {}, finish_reason: 'stop' }] })
  const call = event({
    choices: [{ delta: { tool_calls: [{ index: 0, function: { name: 'send', arguments: '{}' } }] } }],
  })
  expect(contentOf(`${said('{"a"')}${said(':1}')}${end}data: [DONE]\n\n`)).toMatchObject({
    ok: true,
    content: '{"a":1}',
  })
  for (const stream of [
    '',
    said('{'),
    `${said('{')}${end}`,
    'data: {\n\ndata: [DONE]\n\n',
    event({ choices: 'none' }),
    `${call}${end}data: [DONE]\n\n`,
    '<html>',
    'x'.repeat(200_000),
  ])
    expect(contentOf(stream)).toMatchObject({ ok: false })
})
