import type { Assignee, FlowDoc, Step } from '@throughline/contracts/workflow-document'
import type { WorkflowInput } from '@throughline/contracts/workflows'
import type * as z from 'zod/mini'

const task = (id: string, name: string, next: string[], more: Partial<Step & { type: 'manual' }> = {}): Step => ({
  id,
  type: 'manual',
  name,
  next,
  fields: [{ name: `${id}_note`, type: 'textarea', label: 'Note' }],
  assignee: { role: 'Member' },
  ...more,
})

const document = (
  about: Pick<FlowDoc, 'name' | 'prefix' | 'description' | 'type'>,
  steps: [Step, ...Step[]],
): FlowDoc => ({
  ...about,
  metadata: { version: '1.0', category: 'finance' },
  start_step: steps[0].id,
  steps: Object.fromEntries(steps.map((step) => [step.id, step])),
})

const AREAS = [
  ['bank', 'Banks'],
  ['receivables', 'Receivables'],
  ['payables', 'Payables'],
  ['payroll', 'Payroll'],
  ['assets', 'Fixed assets'],
  ['accruals', 'Accruals'],
  ['tax', 'Tax'],
  ['intercompany', 'Intercompany'],
] as const

/** What is done for each area of the books, side by side with the others. */
function strand(id: string, name: string, team: Assignee): Step[] {
  const difference = `${id}_difference`
  return [
    task(`${id}_collect`, `${name}: collect the papers`, [`${id}_reconcile`], { assignee: team, due: { in: '1bd' } }),
    task(`${id}_reconcile`, `${name}: reconcile`, [`${id}_even`], {
      assignee: team,
      due: { in: '2bd' },
      fields: [{ name: difference, type: 'currency', label: 'Difference', required: true }],
    }),
    {
      id: `${id}_even`,
      type: 'condition',
      name: `${name}: is there a difference?`,
      next: [`${id}_explain`, 'balance'],
      branches: [{ name: 'Over 50', when: `vars.${difference} > 50`, next: [`${id}_explain`] }],
      else: ['balance'],
    },
    task(`${id}_explain`, `${name}: explain the difference`, ['balance'], { assignee: team, priority: 'high' }),
  ]
}

/** The monthly close of the firm: 37 steps, eight areas side by side. */
export const monthlyClose = (team: Assignee): FlowDoc =>
  document(
    {
      name: 'Monthly Close',
      prefix: 'CLS',
      description: 'Banks, receivables, payables, payroll and assets side by side, then one trial balance.',
      type: 'parallel',
    },
    [
      task(
        'cut_off',
        'Announce the cut-off',
        AREAS.map(([id]) => `${id}_collect`),
        {
          assignee: { starter: true },
          fields: [{ name: 'month', type: 'date', label: 'Last day of the month', required: true }],
        },
      ),
      ...AREAS.flatMap(([id, name]) => strand(id, name, team)),
      task('balance', 'Draw up the trial balance', ['sign_off'], {
        assignee: team,
        fields: [{ name: 'trial_balance', type: 'file', label: 'Trial balance', required: true }],
      }),
      {
        id: 'sign_off',
        type: 'approval',
        name: 'Sign the month off',
        next: ['report'],
        approvers: [{ role: 'Manager' }, { role: 'Owner' }],
        rule: 'all',
        order: 'in_order',
        due: { in: '2bd' },
        on_changes: { next: ['balance'] },
      },
      task('report', 'Report to the partners', ['archive'], { assignee: team }),
      task('archive', 'File the papers of the month', [], { assignee: team, end_outcome: 'closed' }),
    ],
  )

/** The registry's address is one that nobody may call, so that what is sent there never arrives. */
export const annualFiling = (team: Assignee): FlowDoc =>
  document(
    {
      name: 'Annual Filing',
      prefix: 'FIL',
      description: 'Accounts to the registry by themselves, and the receipt into the file.',
      type: 'sequential',
    },
    [
      task('prepare', 'Prepare the filing', ['send'], {
        assignee: { starter: true },
        due: { in: '2bd' },
        fields: [
          { name: 'company', type: 'text', label: 'Company', required: true },
          { name: 'year', type: 'number', label: 'Year', required: true },
        ],
      }),
      {
        id: 'send',
        type: 'tool',
        name: 'Send to the registry',
        next: ['receipt'],
        tool_id: 'http.request',
        input: { parameters: { method: 'POST', url: 'https://10.20.0.14/filings', body: '{{ vars.company }}' } },
        output: { status: 'number' },
      },
      task('receipt', 'File the receipt', [], { assignee: team, due: { in: '3bd' }, end_outcome: 'filed' }),
    ],
  )

/** Still being written: one expression reads what nothing sets yet. */
export const complianceReview = (team: Assignee): FlowDoc => ({
  ...document(
    {
      name: 'Compliance Review',
      prefix: 'CMP',
      description: 'Yearly client review with identity documents and a risk score.',
      type: 'sequential',
    },
    [
      task('papers', 'Collect identity documents', ['risk'], {
        assignee: team,
        fields: [{ name: 'identity', type: 'file', label: 'Identity documents', required: true }],
      }),
      {
        id: 'risk',
        type: 'condition',
        name: 'Higher risk?',
        next: ['deep', 'confirm'],
        branches: [{ name: 'Score over 60', when: 'vars.risk_score > 60', next: ['deep'] }],
        else: ['confirm'],
      },
      task('deep', 'Look deeper', ['decide'], { assignee: team, due: { in: '5bd' } }),
      {
        id: 'decide',
        type: 'approval',
        name: 'Partner decides',
        next: ['confirm'],
        approvers: [{ role: 'Owner' }],
        rule: 'first',
        order: 'at_once',
      },
      task('confirm', 'Confirm with the client', ['next_year'], { assignee: team }),
      { id: 'next_year', type: 'wait', name: 'Until next year', next: ['again'], for: '52w' },
      task('again', 'Plan the next review', [], { assignee: team }),
    ],
  ),
  metadata: { version: '1.0', category: 'compliance' },
})

/** Templates that the firm keeps for itself. */
export const OWN_TEMPLATES: z.infer<typeof WorkflowInput>[] = [
  {
    name: 'Annual accounts engagement',
    prefix: 'ACC',
    description: 'From the engagement letter to filed accounts, as our partners want it.',
    category: 'finance',
    tags: ['accounts', 'engagement'],
    steps: [
      { id: 'letter', name: 'Send the engagement letter', type: 'manual' },
      { id: 'books', name: 'Receive the books', type: 'manual' },
      { id: 'draft', name: 'Draft the accounts', type: 'manual' },
      { id: 'partner', name: 'Partner approves', type: 'approval', approvers: [{ role: 'Owner' }] },
      { id: 'file', name: 'File with the registry', type: 'manual' },
    ],
  },
  {
    name: 'Data request from a regulator',
    prefix: 'REG',
    description: 'Collect, have legal read it, answer in time.',
    category: 'documentation',
    tags: ['regulator', 'legal'],
    steps: [
      { id: 'log', name: 'Log the request', type: 'manual' },
      { id: 'collect', name: 'Collect what is asked for', type: 'manual' },
      { id: 'legal', name: 'Legal reads it', type: 'approval', approvers: [{ role: 'Manager' }] },
      { id: 'answer', name: 'Answer', type: 'manual' },
    ],
  },
]
