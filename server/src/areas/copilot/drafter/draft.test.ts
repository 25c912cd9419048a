import type { Assignee, FlowDoc, Step } from '@throughline/contracts/workflow-document'
import { validate } from '@throughline/flow/compile'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { draftFrom } from './draft.ts'

const teams = ['Accounting', 'HR', 'IT', 'Purchasing', 'Legal', 'Directors', 'Client Services'].map((name) => ({
  id: name,
  name,
}))

const who = (assignee: Assignee | undefined): string => {
  if (!assignee || 'starter' in assignee) return 'starter'
  const each = 'each' in assignee && assignee.each ? 'each ' : ''
  if ('team' in assignee) return `${each}${assignee.team}`
  return 'role' in assignee ? `${each}${assignee.role}` : JSON.stringify(assignee)
}
const led = (ids: string[] | undefined) => (ids && ids.length > 0 ? ids.join(' & ') : 'end')

/** A step in one line: what it is, by whom, and where it leads. */
function line(step: Step): string {
  const late = [
    ...(step.due && 'in' in step.due ? [`due ${step.due.in}`] : []),
    ...(step.escalation ?? []).map(({ from, after, act, to }) => `${act}${to ? ` ${who(to)}` : ''} ${from} ${after}`),
    ...(step.each ? [`each ${step.each.list}`] : []),
  ]
  const more = late.length > 0 ? ` (${late.join(', ')})` : ''
  switch (step.type) {
    case 'manual':
      return `${step.name}: ${who(step.assignee)} [${step.fields.map(({ name }) => name).join()}]${more} → ${led(step.next)}`
    case 'approval': {
      const rejected = step.on_reject && ('end' in step.on_reject ? step.on_reject.end : led(step.on_reject.next))
      const order = step.order === 'in_order' ? ' in order' : ''
      return `${step.name}: ${step.rule} of ${step.approvers.map(who).join('+')}${order}${more} → ${led(step.next)}${rejected ? `, rejected → ${rejected}` : ''}`
    }
    case 'condition':
      return `${step.branches.map(({ when, next }) => `${when} → ${led(next)}`).join()}, else → ${led(step.else)}`
    case 'wait':
      return `wait ${step.for ?? step.until} → ${led(step.next)}`
    case 'tool':
      return `${step.tool_id} to ${JSON.stringify(step.input?.parameters?.to)}${more} → ${led(step.next)}`
    case 'subworkflow':
      break
  }
  return step.workflow_id
}

function drafted(text: string): { document: FlowDoc; lines: string[]; readings: string[] } {
  const found = draftFrom(text, teams)
  if (!found) throw new Error(`not understood: ${text}`)
  expect(validate(found.document).filter(({ level }) => level === 'E')).toEqual([])
  return {
    document: found.document,
    lines: Object.values(found.document.steps).map(line),
    readings: found.reading.map(({ quote, text: told }) => `${quote} | ${told}`),
  }
}

test('says which words became what, and which were left out', () => {
  const { document, lines, readings } = drafted(
    'Someone asks for a purchase. If it is over 1,000, their manager and finance approve as usual. Then we order it.',
  )
  expect([document.name, document.prefix, document.type]).toEqual(['Purchase request', 'PUR', 'sequential'])
  expect(lines).toEqual([
    'Ask for a purchase: starter [item,amount] → over_1_000',
    'vars.amount > 1000 → manager_and_accounting_approve, else → order_it',
    'Manager and Accounting approve: all of Manager+Accounting → order_it',
    'Order it: Purchasing [order_number] → end',
  ])
  expect(readings).toEqual([
    'Someone asks for a purchase | Step 1, asked of the starter',
    'over 1,000 | Step 2, branch on amount',
    'their manager and finance approve | Step 3, all',
    'as usual | Not understood, left out',
    'Then we order it | Step 4, team Purchasing',
  ])
})

const ASKED = 'Someone asks for leave. '
const asked = (...lines: string[]) => lines

describe('who approves', () => {
  test.each([
    ['Their manager approves.', 'Manager approves: first of Manager'],
    ['Manager and finance approve.', 'Manager and Accounting approve: all of Manager+Accounting'],
    ['Both legal and the owner approve it.', 'Legal and Owner approve: all of Legal+Owner'],
    ['Either the manager or HR approves.', 'Manager or HR approve: first of Manager+HR'],
    [
      'Legal, then finance, then the CEO approve.',
      'Legal, Accounting and Owner approve: all of Legal+Accounting+Owner in order',
    ],
    ['Legal and HR approve in order.', 'Legal and HR approve: all of Legal+HR in order'],
    ['Two of three directors approve.', 'Directors approve: 2 of each Directors'],
    ['Two admins approve.', 'Admins approve: 2 of each Admin'],
    ['All managers approve.', 'Managers approve: all of each Manager'],
    ['It needs approval from legal.', 'Legal approves: first of Legal'],
    ['It goes to the manager for approval.', 'Manager approves: first of Manager'],
    ['The board signs off.', 'Owner approves: first of Owner'],
    ['It must be approved by the manager.', 'Manager approves: first of Manager'],
    ['The manager approves within 2 business days.', 'Manager approves: first of Manager (due 2bd)'],
    ['The manager approves. Remind them after two days.', 'Manager approves: first of Manager (remind open 2d)'],
    [
      'The manager has a week to approve. Remind them one day before it is due.',
      'Manager approves: first of Manager (due 1w, remind due -1d)',
    ],
    [
      'The manager approves. If nobody answers within 3 days, it goes to the owner.',
      'Manager approves: first of Manager (reassign Owner open 3d)',
    ],
  ])('%s', (text, expected) => {
    expect(drafted(ASKED + text).lines[1]?.replace(/ →.*$/, '')).toBe(expected)
  })
})

describe('what is decided', () => {
  test.each([
    ['If it is over 1,000 the owner approves.', 'vars.amount > 1000'],
    ['If the amount is more than $5,000, the owner approves.', 'vars.amount > 5000'],
    ['For amounts above 2.5k, the owner approves.', 'vars.amount > 2500'],
    ['If it costs at least 300 euros, the owner approves.', 'vars.amount >= 300'],
    ['If it is below 50, HR records it.', 'vars.amount < 50'],
    ['The owner approves if it is over 10,000.', 'vars.amount > 10000'],
    ['Unless it is under 100, the owner approves.', '!(vars.amount < 100)'],
    ['If it is longer than 10 days, the owner approves.', 'vars.days > 10'],
    ['When urgent, the owner approves.', 'vars.urgent == "yes"'],
    ['If it is not complete, HR calls the requester.', 'vars.complete == "no"'],
    ['If the contract is missing, HR calls the requester.', 'vars.contract_missing == "yes"'],
  ])('%s', (text, expected) => {
    expect(drafted(ASKED + text).lines[1]?.split(' → ')[0]).toBe(expected)
  })

  test('otherwise, in the same sentence or the next', () => {
    const wanted = asked('vars.amount > 500 → owner_approves, else → manager_approves')
    expect(drafted(`${ASKED}If it is over 500, the owner approves, otherwise the manager approves.`).lines[1]).toBe(
      wanted[0],
    )
    expect(drafted(`${ASKED}If it is over 500, the owner approves. Otherwise, the manager approves.`).lines[1]).toBe(
      wanted[0],
    )
  })

  test('what is rejected', () => {
    const after = (text: string) => drafted(`${ASKED}The manager approves. ${text}`).lines[1]?.split(', rejected → ')[1]
    expect(after('If rejected, send an e-mail to the requester.')).toBe('e_mail_the_requester')
    expect(after('If the manager declines, it ends.')).toBe('rejected')
    expect(after('If it is rejected it goes back to the requester.')).toBe('ask_for_leave')
    expect(after('Once approved, HR records it.')).toBeUndefined()
  })
})

describe('when, and how often', () => {
  test.each([
    ['Wait three days. HR records it.', 'wait 3d'],
    ['After a week, HR records it.', 'wait 1w'],
    ['Two business days later, HR records it.', 'wait 2bd'],
    ['HR records it after 4 hours.', 'wait 4h'],
    ['Wait until the start date. HR records it.', 'wait vars.start_date'],
    ['On the first day, HR records it.', 'wait vars.first_day'],
  ])('%s', (text, expected) => {
    expect(drafted(`Someone describes a case. ${text}`).lines[1]?.split(' → ')[0]).toBe(expected)
  })

  test('at the same time', () => {
    const { document, lines } = drafted(
      'HR enters the new employee. At the same time IT sets up a laptop and HR prepares the contract. The manager welcomes the employee.',
    )
    expect(document.type).toBe('parallel')
    expect(lines).toEqual([
      'Enter the new employee: HR [employee,position,first_day] → set_up_a_laptop & prepare_the_contract',
      'Set up a laptop: IT [note] → welcome_the_employee',
      'Prepare the contract: HR [note] → welcome_the_employee',
      'Welcome the employee: Manager [note] → end',
    ])
    expect(drafted(`${ASKED}HR records it. Meanwhile, IT locks the account.`).lines[0]).toMatch(
      /→ record_it & lock_the_account$/,
    )
    expect(drafted(`${ASKED}HR records it while IT locks the account.`).lines[0]).toMatch(
      /→ record_it & lock_the_account$/,
    )
  })

  test('for each', () => {
    expect(drafted('Someone enters the order. For each line, purchasing orders the item.').lines).toEqual([
      'Enter the order: starter [item,amount,lines] → order_the_item',
      'Order the item: Purchasing [order_number] (each vars.lines) → end',
    ])
    expect(drafted('For each new employee HR prepares a contract.').lines[1]).toMatch(/each vars\.employees/)
  })
})

describe('whom it tells', () => {
  test.each([
    ['Send an e-mail to the requester.', '"{{ instance.starter }}"'],
    ['The requester gets a message.', '"{{ instance.starter }}"'],
    ['Notify the vendor.', '"{{ vars.vendor_email }}"'],
    ['Let HR know.', '"{{ vars.hr_email }}"'],
    ['Finance informs the client about the decision.', '"{{ vars.client_email }}"'],
  ])('%s', (text, expected) => {
    expect(drafted(ASKED + text).lines[1]).toContain(`email.send to ${expected}`)
  })
})

test.each([
  ['An employee requests leave.', ['from', 'to']],
  ['A clerk enters an invoice.', ['vendor', 'amount', 'scan']],
  ['Somebody claims an expense. The manager approves.', ['what_for', 'amount', 'receipt']],
  ['Someone proposes a parking rule.', ['title', 'details']],
])('asks for what the request is about: %s', (text, fields) => {
  const [first] = Object.values(drafted(text).document.steps)
  expect(first?.type === 'manual' && first.fields.map(({ name }) => name)).toEqual(fields)
})

test('lists, passive sentences and people nobody here is called', () => {
  expect(
    drafted('1. Employee submits a travel request\n2. Manager approves\n3. The flights are booked by the travel agent')
      .lines,
  ).toEqual([
    'Submit a travel request: starter [destination,departure,return_date,amount] → manager_approves',
    'Manager approves: first of Manager → book_the_flights',
    'Book the flights: Member [booked_for] → end',
  ])
})

test('nothing is made of nothing', () => {
  for (const text of ['Blah blah.', 'I want a workflow that makes coffee', '?', 'Hello there, how are you']) {
    expect(draftFrom(text, teams), text).toBeUndefined()
  }
})

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
  const began = performance.now()
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
  ])
    draftFrom(one.repeat(4000 / one.length), many)
  expect(performance.now() - began).toBeLessThan(3_000)
})
