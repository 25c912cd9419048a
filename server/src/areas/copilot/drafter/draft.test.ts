import type { Assignee, FlowDoc, Step } from '@throughline/contracts/workflow-document'
import { validate } from '@throughline/flow/compile'
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

function drafted(text: string, among = teams): { document: FlowDoc; lines: string[]; readings: string[] } {
  const found = draftFrom(text, among)
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
    'as usual | Not understood, so left out',
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
    ['Their manager and finance must both approve.', 'Manager and Accounting approve: all of Manager+Accounting'],
    ['Their manager and finance both need to approve it.', 'Manager and Accounting approve: all of Manager+Accounting'],
    ['The manager, HR and legal all have to sign it off.', 'Manager, HR and Legal approve: all of Manager+HR+Legal'],
    ['Legal and HR must both say yes.', 'Legal and HR approve: all of Legal+HR'],
    ['Legal must approve.', 'Legal approves: first of Legal'],
    ['Legal needs to approve it.', 'Legal approves: first of Legal'],
    ['Legal has to sign off.', 'Legal approves: first of Legal'],
    ['Both legal and HR approve.', 'Legal and HR approve: all of Legal+HR'],
    ['It needs approval from legal and HR.', 'Legal and HR approve: all of Legal+HR'],
    ['Approval from legal and HR is required.', 'Legal and HR approve: all of Legal+HR'],
    ['It needs legal and HR to approve.', 'Legal and HR approve: all of Legal+HR'],
    ['The manager’s approval is needed.', 'Manager approves: first of Manager'],
    ['Must be approved by both legal and HR.', 'Legal and HR approve: all of Legal+HR'],
    ['The boss says yes or no.', 'Manager approves: first of Manager'],
    ['The boss has to ok it.', 'Manager approves: first of Manager'],
    ['Legal and HR are asked to approve.', 'Legal and HR approve: all of Legal+HR'],
    ['The manager gives the green light.', 'Manager approves: first of Manager'],
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

test('whoever must approve is asked for, whether or not a team goes by that name', () => {
  const text = `${ASKED}Their manager and finance must both approve.`
  expect(drafted(text, [{ id: 'f', name: 'Finance' }]).lines.slice(1)).toEqual([
    'Manager and Finance approve: all of Manager+f → end',
  ])
  const { lines, readings } = drafted(text, [])
  expect(lines.slice(1)).toEqual(['Manager and finance approve: all of Manager+Member → end'])
  expect(readings[1]).toBe(
    'Their manager and finance must both approve | Step 2, all, role Member: no one here is named “finance”',
  )
})

test('whoever is named next does the same', () => {
  const next = (text: string) => drafted(ASKED + text).lines.slice(1)
  const both = ['Manager approves: first of Manager → hr_approves', 'HR approves: first of HR → end']
  expect(next('The manager approves, then HR.')).toEqual(both)
  expect(next('The manager approves. After that HR.')).toEqual(both)
  expect(next('The manager approves, followed by HR.')).toEqual(both)
  expect(next('The manager approves and then HR approves.')).toEqual(both)
  expect(next('The manager approves, then HR and legal, then IT books it.')).toEqual([
    'Manager approves: first of Manager → hr_and_legal_approve',
    'HR and Legal approve: all of HR+Legal → book_it',
    'Book it: IT [booked_for] → end',
  ])
  expect(next('HR checks it, then legal.')).toEqual([
    'Check it: HR [finding] → check_it_2',
    'Check it: Legal [finding] → end',
  ])
})

describe('what is not done in time', () => {
  test.each([
    ['If nobody picks it up within a week we send a reminder.', 'remind open 1w'],
    ['If no one answers within 2 days, they get a reminder.', 'remind open 2d'],
    ['If there is no answer after 3 days, send a reminder.', 'remind open 3d'],
    ['If they do not respond in two days we remind them.', 'remind open 2d'],
    ['If HR doesn’t pick it up within a week, send them a reminder.', 'remind open 1w'],
    ['If it is not done within five business days, a reminder is sent.', 'remind open 5bd'],
    ['If it takes longer than a week, remind them.', 'remind open 1w'],
    ['We send a reminder if nobody picks it up within a week.', 'remind open 1w'],
    ['If nobody picks it up, send a reminder after 4 hours.', 'remind open 4h'],
    ['After three days we send them a reminder.', 'remind open 3d'],
    ['If the team does not answer within 3 days, it goes to the owner.', 'reassign Owner open 3d'],
  ])('%s', (text, expected) => {
    const { lines, readings } = drafted(`${ASKED}HR records it. ${text}`)
    expect(lines.slice(1)).toEqual([`Record it: HR [note] (${expected}) → end`])
    expect(readings.at(-1)).toMatch(/ \| Step 2, (with a reminder|handed on when late)$/)
  })

  test('goes on after it, and says what it cannot do', () => {
    expect(
      drafted(
        `${ASKED}HR records it, and if nobody does within a week, we send a reminder, then IT closes the case.`,
      ).lines.slice(1),
    ).toEqual(['Record it: HR [note] (remind open 1w) → close_the_case', 'Close the case: IT [note] → end'])
    for (const text of ['If nobody answers within a week we remind the customer', 'If they do not answer, HR panics'])
      expect(drafted(`${ASKED}HR records it. ${text}.`).readings.at(-1)).toBe(`${text} | Not understood, so left out`)
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

  test('in the middle of a sentence', () => {
    expect(drafted(`${ASKED}HR checks it, and if it is over 500, the owner approves.`).lines.slice(1, 3)).toEqual([
      'Check it: HR [finding] → over_500',
      'vars.amount > 500 → owner_approves, else → end',
    ])
  })

  test('what is rejected', () => {
    const after = (text: string) => drafted(`${ASKED}The manager approves. ${text}`).lines[1]?.split(', rejected → ')[1]
    expect(after('If rejected, send an e-mail to the requester.')).toBe('e_mail_the_requester')
    expect(after('If the manager declines, it ends.')).toBe('rejected')
    expect(after('If no, send an e-mail to the requester.')).toBe('e_mail_the_requester')
    expect(after('If yes, HR records it.')).toBeUndefined()
    expect(after('If approved, HR records it, otherwise send an e-mail to the requester.')).toBe('e_mail_the_requester')
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

  test('what several do is done by each of them', () => {
    const reviews = (legal: string, brand: string) => [
      `Draft it: starter [title,details] → review_it_legal & review_it_brand`,
      `Review it (${legal} [finding] → publish`,
      `Review it (${brand} [finding] → publish`,
      'Publish: Member [note] → end',
    ]
    const text = 'The writer drafts it, then legal and brand review it at the same time, then we publish.'
    const { document, lines, readings } = drafted(text)
    expect(document.type).toBe('parallel')
    expect(lines).toEqual(reviews('Legal): Legal', 'brand): Member'))
    expect(readings.slice(1, 3)).toEqual([
      'legal and brand review it at the same time | Step 2, team Legal',
      'legal and brand review it at the same time | Step 3, role Member: no one here is named “brand”',
    ])
    const both = [...teams, { id: 'B', name: 'Brand' }]
    for (const said of [
      text,
      'The writer drafts it. Legal and brand review it in parallel. We publish.',
      'The writer drafts it. At the same time, legal and brand review it. Finally we publish.',
      'The writer drafts it, then both legal and brand must review it, then we publish.',
    ])
      expect(drafted(said, both).lines, said).toEqual(reviews('Legal): Legal', 'Brand): B'))
    expect(drafted(`${ASKED}Legal and HR review it one after the other.`).lines.slice(1)).toEqual([
      'Review it (Legal): Legal [finding] → review_it_hr',
      'Review it (HR): HR [finding] → end',
    ])
    expect(drafted(`${ASKED}HR records it. IT locks the account at the same time.`).lines[0]).toMatch(
      /→ record_it & lock_the_account$/,
    )
    expect(drafted(`${ASKED}Legal and HR approve at the same time.`).lines).toHaveLength(2)
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
  ['Someone fills in from and to dates, the boss says yes or no.', ['from_date', 'to_date']],
  ['Someone fills in the start and end date. The boss decides.', ['start_date', 'end_date']],
  ['Someone enters their name, e-mail and a reason.', ['name', 'e_mail', 'reason']],
  ['Someone fills out a form with the item, the amount and the delivery date.', ['item', 'amount', 'delivery_date']],
  ['Someone fills in the form.', ['title', 'details']],
  ['Someone reports a bug.', ['what_happened', 'happened_on']],
])('asks for what the request is about: %s', (text, fields) => {
  const [first] = Object.values(drafted(text).document.steps)
  expect(first?.type === 'manual' && first.fields.map(({ name }) => name)).toEqual(fields)
})

test('lists, passive sentences and names that no one here has', () => {
  expect(
    drafted('1. Employee submits a travel request\n2. Manager approves\n3. The flights are booked by the travel agent')
      .lines,
  ).toEqual([
    'Submit a travel request: starter [destination,departure,return_date,amount] → manager_approves',
    'Manager approves: first of Manager → book_the_flights',
    'Book the flights: Member [booked_for] → end',
  ])
})

test('dates that are filled in, and who says yes or no', () => {
  const { document, lines } = drafted('Someone fills in from and to dates, the boss says yes or no.')
  expect(lines).toEqual([
    'Fill in from and to dates: starter [from_date,to_date] → manager_approves',
    'Manager approves: first of Manager → end',
  ])
  const [first] = Object.values(document.steps)
  expect(first?.type === 'manual' && first.fields.map(({ type }) => type)).toEqual(['date', 'date'])
})

test.each(['The support team', 'Our support desk', 'Someone from support', 'A member of the support team', 'Support'])(
  '%s begins, not whoever starts it',
  (subject) => {
    const text = `${subject} writes it down. Then engineering fixes it.`
    expect(drafted(text, [{ id: 's', name: 'Support' }]).lines).toEqual([
      'Write it down: s [title,details] → fix_it',
      'Fix it: Member [note] → end',
    ])
    expect(drafted(text, []).lines[0]).toBe('Write it down: Member [title,details] → fix_it')
  },
)

test('of two who may do it one is asked, and the other is not forgotten', () => {
  const { lines, readings } = drafted(`${ASKED}The manager or HR checks it.`)
  expect(lines[1]).toBe('Check it: Manager [finding] → end')
  expect(readings[1]).toContain('“The manager or HR”')
})

test('nothing is made of nothing', () => {
  for (const text of ['Blah blah.', 'I want a workflow that makes coffee', '?', 'Hello there, how are you']) {
    expect(draftFrom(text, teams), text).toBeUndefined()
  }
})
