import { validate } from '@throughline/flow/compile'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { draftFrom } from './draft.ts'

const teams = ['Accounting', 'HR', 'IT', 'Purchasing', 'Legal', 'Directors'].map((name) => ({ id: name, name }))

const phrases = [
  'Someone asks for a purchase',
  'An employee requests leave',
  'HR enters the new employee',
  'their manager approves within 2 days',
  'two of three directors approve',
  'legal, then finance approve in order',
  'If it is over 1,000, the manager approves, otherwise finance pays it',
  'If it is urgent, it goes back to the requester',
  'Otherwise IT checks it and HR signs it',
  'If rejected, send an e-mail to the vendor',
  'If rejected, it ends',
  'At the same time IT sets up a laptop and HR prepares the contract',
  'Meanwhile, accounting pays the invoice',
  'For each line, purchasing orders the item',
  'For each client, notify the client',
  'Wait until the first day',
  'After a week, send an e-mail to the requester',
  'Remind them a day before it is due',
  'it goes back to the requester',
  'close it',
  'The moon shines',
  'HR books and confirms the room while IT installs the screen',
  'If nobody picks it up within a week we send a reminder',
  'legal and brand review it at the same time',
  'HR and IT check and sign it',
  'finance',
  'Someone fills in from and to dates',
  'If the room is missing, at the same time HR calls the client and IT opens a ticket',
]

test('whatever is said in whatever order, the draft has no errors', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...phrases), { minLength: 1, maxLength: 9 }),
      fc.constantFrom('. ', ', then ', '\n'),
      (said, joint) => {
        const found = draftFrom(said.join(joint), teams)
        if (!found) return
        expect(validate(found.document).filter(({ level }) => level === 'E')).toEqual([])
        for (const { step } of found.reading)
          if (step !== undefined) expect(found.document.steps).toHaveProperty([step])
      },
    ),
    { numRuns: 150 },
  )
})

test('any text at all is read in time and without failing', () => {
  const words = fc.constantFrom(
    ...'if it is over 1,000 the manager and or approves approve finance then , . for each wait until days 3 within send e-mail to not otherwise while by at least remind after before'.split(
      ' ',
    ),
  )
  fc.assert(
    fc.property(fc.array(words, { maxLength: 40 }), fc.string(), (said, odd) => {
      const text = `${said.join(' ')} ${odd}`
      const found = draftFrom(text, teams)
      if (found) expect(validate(found.document).filter(({ level }) => level === 'E')).toEqual([])
    }),
    { numRuns: 150 },
  )
  const many = Array.from({ length: 200 }, (_, n) => ({ id: `t${n}`, name: `Team ${n}` }))
  const began = process.cpuUsage()
  for (const one of [
    'finance approves. ',
    `${'then a, '.repeat(40)}. `,
    'if it is ',
    'a, ',
    `${'a, '.repeat(130)}. `,
    `${'the manager and '.repeat(24)}. `,
    'and ',
    'the manager and ',
    'x',
    'if the a a ',
    'for each a ',
    'if nobody ',
    'if it is not a within a day ',
    `${'we remind them if nobody '.repeat(15)}. `,
    `${'legal and hr must both '.repeat(16)}. `,
    `${'legal, '.repeat(50)}hr review it at the same time. `,
    'someone fills in from and ',
    `someone fills in ${'date and '.repeat(40)}. `,
  ])
    draftFrom(one.repeat(4000 / one.length), many)
  expect(process.cpuUsage(began).user / 1000).toBeLessThan(3_000)
})
