import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Engine, startEngine } from '../../../../test/engine/engine.ts'
import { type Firm, makeFirm } from '../../../../test/engine/firm.ts'
import { call } from '../../../../test/engine/steps.ts'

let engine: Engine
let firm: Firm
let answer: 'odd' | 'throws' = 'odd'
const received: string[] = []
beforeAll(async () => {
  engine = await startEngine(() => ({
    'http.request': async ({ key }) => {
      received.push(key)
      if (answer === 'throws') throw new TypeError('Invalid character in header content')
      return { ok: true, output: { status: 200, body: { 'a\0b': ['\0', '\ud83d'] } } }
    },
  }))
  firm = await makeFirm(engine.ctx)
}, 90_000)
afterAll(() => engine.stop(), 30_000)

test('what no database can keep of an answer is left out of it, and the case goes on', async () => {
  const workflow = await firm.publish({ name: 'Odd', steps: [call('call', [], { output: { body: 'json' } })] })
  answer = 'odd'
  const id = await firm.start(workflow)
  await firm.ended(id)
  expect((await firm.instance(id)).variables).toEqual({ body: { 'a\u{fffd}b': ['\u{fffd}', '\u{fffd}'] } })
})

test('a tool that breaks is tried as often as the step says, and then somebody looks at it', {
  timeout: 30_000,
}, async () => {
  const workflow = await firm.publish({ name: 'Breaks', steps: [call('call', [])] })
  answer = 'throws'
  const id = await firm.start(workflow)
  await firm.open(id, 'call', { status: 'failed' })
  expect(received.filter((key) => key.startsWith(id))).toHaveLength(2)
})
