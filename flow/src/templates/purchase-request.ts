import { approval, choice, decision, field, optional, reminders, role, starter, task, template } from './parts.ts'

export const purchaseRequest = template(
  {
    id: 'purchase-request',
    name: 'Purchase request',
    prefix: 'PUR',
    description:
      'From "we need this" to delivered and checked: offers, approval by amount, order, and what to do when it arrives broken.',
    type: 'sequential',
    category: 'finance',
    tags: ['purchase', 'order', 'suppliers', 'approval'],
  },
  {},
  task('need', 'Say what is needed', ['offers_needed'], {
    assignee: starter,
    fields: [
      field('text', 'what', 'What'),
      field('textarea', 'why', 'Why'),
      field('currency', 'estimate', 'Estimated cost', { min: 0 }),
      field('date', 'needed_by', 'Needed by'),
      choice('urgency', 'Urgency', ['Normal', 'Urgent']),
      optional(field('url', 'link', 'Link')),
    ],
  }),
  decision('offers_needed', 'Are offers needed?', [['Over 1,000', 'vars.estimate > 1000', ['offers']]], ['manager']),
  task('offers', 'Get offers', ['choose'], {
    assignee: role('Member'),
    due: { in: '5bd' },
    escalation: reminders,
    fields: [
      field('table', 'offer_list', 'Offers', {
        columns: [
          field('text', 'supplier', 'Supplier'),
          field('currency', 'price', 'Price', { min: 0 }),
          field('number', 'days', 'Days to deliver', { min: 0 }),
        ],
      }),
      field('text', 'best_offer', 'Which one and why'),
    ],
  }),
  decision(
    'choose',
    'Who decides?',
    [['Cheapest offer over 10,000', 'min(vars.offer_list.map(o, double(o.price))) > 10000.0', ['owners']]],
    ['manager'],
  ),
  approval('manager', 'Approve the purchase', ['order'], [role('Manager')], {
    due: { in: '2bd' },
    escalation: reminders,
    on_changes: { next: ['need'] },
    on_reject: { end: 'refused' },
  }),
  approval('owners', 'Owner and admin approve', ['order'], [role('Admin'), role('Owner')], {
    rule: 'all',
    order: 'in_order',
    due: { in: '4bd' },
    escalation: reminders,
    on_changes: { next: ['offers'] },
    on_reject: { end: 'refused' },
  }),
  task('order', 'Order', ['delivered'], {
    assignee: role('Member'),
    priority: 'high',
    due: { in: '2bd' },
    fields: [
      field('text', 'order_number', 'Order number'),
      field('date', 'expected_on', 'Expected on'),
      field('currency', 'final_price', 'Price', { min: 0 }),
    ],
  }),
  task('delivered', 'Receive and check', ['whole'], {
    assignee: starter,
    due: { date: 'vars.expected_on' },
    escalation: [{ from: 'due', after: '2d', act: 'remind' }],
    fields: [
      choice('condition_on_arrival', 'It arrived', ['Complete', 'Damaged', 'Incomplete']),
      field('file', 'delivery_note', 'Delivery note'),
    ],
  }),
  decision('whole', 'Is all well?', [['No', 'vars.condition_on_arrival != "complete"', ['complain']]], ['hand_over']),
  task('complain', 'Complain to the supplier', ['delivered'], {
    assignee: role('Member'),
    due: { in: '2bd' },
    fields: [field('textarea', 'complaint', 'What was agreed')],
  }),
  task('hand_over', 'Hand over and pass the invoice on', [], {
    assignee: starter,
    due: { in: '2bd' },
    fields: [field('checkbox', 'handed_over', 'Handed over')],
    end_outcome: 'delivered',
  }),
)
