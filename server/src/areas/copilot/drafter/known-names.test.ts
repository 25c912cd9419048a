import { validate } from '@throughline/flow/compile'
import { expect, test } from 'vitest'
import { draftFrom } from './draft.ts'
import type { Team } from './people.ts'

const noor = { id: 'member-noor', name: 'Noor Haddad', username: 'nhaddad' }
const ben = { id: 'member-ben', name: 'Ben Achterberg', username: 'ben.a' }
const among: Team[] = [{ id: 'legal', name: 'Legal' }, noor, ben]

/** A draft without errors. */
function drafted(text: string) {
  const found = draftFrom(text, among)
  if (!found) throw new Error(`not understood: ${text}`)
  expect(validate(found.document).filter(({ level }) => level === 'E')).toEqual([])
  return found
}
const steps = (text: string) => Object.values(drafted(text).document.steps)
const unsure = (text: string) =>
  drafted(text)
    .reading.filter((one) => one.unsure)
    .map(({ quote }) => quote)

test.each(['Noor Haddad', 'Noor', 'nhaddad', '@nhaddad'])('“%s” is a colleague', (name) => {
  const [, approval] = steps(`Someone asks for a purchase. ${name} approves it.`)
  expect(approval).toMatchObject({ type: 'approval', approvers: [{ person: noor.id }] })
  expect(unsure(`Someone asks for a purchase. ${name} approves it.`)).toEqual([])
})

test('a first name that two have is nobody’s, and is said to be unsure', () => {
  const another = { id: 'member-other', name: 'Noor Said', username: 'nsaid' }
  const found = draftFrom('Someone asks for a purchase. Noor approves it.', [...among, another])
  expect(found?.reading.find((one) => one.unsure)?.text).toContain('“Noor”')
})

test('what goes back goes to whom the text says', () => {
  const made = steps(
    'Someone asks for a purchase. The office manager checks the budget. Noor approves it. If rejected, it goes back to the office manager.',
  )
  const check = made.find(({ name }) => name.startsWith('Check'))
  const approval = made.find(({ type }) => type === 'approval')
  expect(approval).toMatchObject({ on_reject: { next: [check?.id] } })
})

test('“call https://…” is a request, and the dots in it end no sentence', () => {
  const text =
    'Someone asks for a payment. Call https://api.bank.example/v1/payments?x=1. Then post it to https://log.example.'
  const [, first, second] = steps(text)
  expect(first).toMatchObject({
    name: 'Call api.bank.example',
    tool_id: 'http.request',
    input: { parameters: { method: 'GET', url: 'https://api.bank.example/v1/payments?x=1' } },
  })
  expect(second).toMatchObject({ input: { parameters: { method: 'POST', url: 'https://log.example' } } })
  expect(drafted(text).document.description).toContain('https://api.bank.example/v1/payments?x=1')
})

test('“send an e-mail” is one, and a colleague gets theirs', () => {
  const text = 'Someone asks for leave. Noor approves it. Then send an e-mail.'
  expect(steps(text).at(-1)).toMatchObject({
    tool_id: 'email.send',
    input: { parameters: { to: '{{ instance.starter }}' } },
  })
  expect(unsure(text), 'nobody said to whom').toEqual(['Then send an e-mail'])
  expect(steps('Someone asks for leave. Send an email to Ben.').at(-1)).toMatchObject({
    tool_id: 'email.send',
    input: { parameters: { to: ben.id } },
  })
})

test('several fields are asked for by their names, whatever their kind', () => {
  const [form] = steps('Someone fills in the item, cost center, amount and reason. Noor approves it.')
  expect(form).toMatchObject({
    fields: [
      { name: 'item' },
      { name: 'cost_center', type: 'text' },
      { name: 'amount', type: 'currency' },
      { name: 'reason' },
    ],
  })
})
