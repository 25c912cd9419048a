import { type TeamId, WorkflowId } from '@throughline/contracts/ids'
import type { Assignee, FlowDoc, Step } from '@throughline/contracts/workflow-document'
import type { WorkflowInput } from '@throughline/contracts/workflows'
import { parse } from '@throughline/flow/compile'
import type * as z from 'zod/mini'
import { makeTemplate } from '../src/areas/templates/templates.service.ts'
import { makeFromTemplate } from '../src/areas/templates/use-template.ts'
import { limitWorkflow } from '../src/areas/workflows/access.service.ts'
import { keepDraft } from '../src/areas/workflows/drafts.service.ts'
import { binWorkflow, setStatus } from '../src/areas/workflows/trash.service.ts'
import { keepWorkflow, makeWorkflow, readWorkflow } from '../src/areas/workflows/workflows.service.ts'
import type { Context } from '../src/core/context.ts'
import type { Cast } from './cast.ts'
import { annualFiling, complianceReview, monthlyClose, OWN_TEMPLATES } from './story-documents.ts'

type Edit = (doc: FlowDoc) => FlowDoc
type Version = [by: string, note: string, edit: Edit]

/** The document without what the server says about it. */
const documentOf = (workflow: object): FlowDoc => parse(workflow).doc

const step =
  (id: string, change: (step: Step) => Step): Edit =>
  (doc) => {
    const found = doc.steps[id]
    if (!found) throw new Error(`${doc.name} has no step ${id}`)
    return { ...doc, steps: { ...doc.steps, [id]: change(found) } }
  }
const due = (id: string, time: string) => step(id, (one) => ({ ...one, due: { in: time } }))
const named = (id: string, name: string) => step(id, (one) => ({ ...one, name }))
const told = (id: string, instructions: string) => step(id, (one) => ({ ...one, instructions }))
const given = (id: string, assignee: Assignee) =>
  step(id, (one) => (one.type === 'manual' ? { ...one, assignee } : one))
const sorted =
  (category: string): Edit =>
  (doc) => ({ ...doc, metadata: { ...doc.metadata, category } })
const all =
  (...edits: Edit[]): Edit =>
  (doc) =>
    edits.reduce((changed, edit) => edit(changed), doc)

const plain = (doc: FlowDoc): z.infer<typeof WorkflowInput> => JSON.parse(JSON.stringify(doc))

class Story {
  readonly #ctx: Context
  readonly #cast: Cast
  constructor(ctx: Context, cast: Cast) {
    this.#ctx = ctx
    this.#cast = cast
  }

  async #current(by: string, id: WorkflowId) {
    return (await readWorkflow(this.#ctx, await this.#cast.viewer(by), id)).data
  }

  /** A further version by this person. */
  async publish(by: string, id: WorkflowId, note: string, edit: Edit) {
    const before = await this.#current(by, id)
    const body = { ...plain(edit(documentOf(before))), base_version: before.version, note }
    const { data } = await keepWorkflow(this.#ctx, await this.#cast.viewer(by), id, body)
    if (data.saved !== 'published') throw new Error(`${before.name} was not published: ${data.saved}`)
  }

  async draft(by: string, id: WorkflowId, edit: Edit) {
    const before = await this.#current(by, id)
    const body = { base_version: before.version, document: plain(edit(documentOf(before))) }
    await keepDraft(this.#ctx, await this.#cast.viewer(by), id, body)
  }

  async use(by: string, template: string, words: Words, ...versions: Version[]): Promise<WorkflowId> {
    const { data } = await makeFromTemplate(this.#ctx, await this.#cast.viewer(by), template, words)
    const id = WorkflowId.parse(data.id)
    for (const [author, note, edit] of versions) await this.publish(author, id, note, edit)
    return id
  }
}

type Words = { name: string; prefix: string; description: string }

/** Everyone and everything that the workflows of the story name. */
interface Stage {
  ctx: Context
  cast: Cast
  story: Story
  teams: ReadonlyMap<string, TeamId>
  people: Assignee
  finance: Assignee
  compliance: Assignee
}

async function archivePurchases({ ctx, cast, story, finance }: Stage) {
  const purchase = await story.use(
    'theo',
    'purchase-request',
    { name: 'Purchase Request', prefix: 'PUR', description: 'Replaced by Procurement in September.' },
    ['ana', 'Finance orders', given('order', finance)],
    ['theo', 'Three days for offers', due('offers', '3bd')],
  )
  await setStatus(ctx, await cast.viewer('theo'), purchase, { status: 'archived' })
}

/** Not published, and seen by three people alone. */
async function draftReview({ ctx, cast, compliance }: Stage) {
  const lena = await cast.viewer('lena')
  const review = await makeWorkflow(ctx, lena, { ...plain(complianceReview(compliance)), publish: false })
  const maya = await cast.viewer('maya')
  const reviewers = [maya.memberId, lena.memberId, (await cast.viewer('ines')).memberId]
  await limitWorkflow(ctx, lena, WorkflowId.parse(review.data.id), {
    visibility: 'limited',
    team_ids: [],
    member_ids: reviewers,
  })
}

async function seedFinance({ ctx, cast, story, finance }: Stage) {
  const filing = await makeWorkflow(ctx, await cast.viewer('theo'), { ...plain(annualFiling(finance)), publish: true })
  const expenses = await story.use(
    'ana',
    'expense-claim',
    {
      name: 'Expense Claim',
      prefix: 'EXP',
      description: 'Receipts in, coded by rules, approved above 250, paid with the next run.',
    },
    ['hanna', 'Finance checks and pays', all(given('check', finance), given('pay_out', finance))],
    ['theo', 'Paid within a week', due('pay_out', '1w')],
  )
  return { filing: WorkflowId.parse(filing.data.id), expenses }
}

/** Seen by the team that looks after people alone. */
async function seedPeople({ ctx, cast, story, teams, people }: Stage) {
  const offboarding = await story.use(
    'wei',
    'employee-offboarding',
    {
      name: 'Employee Offboarding',
      prefix: 'OFF',
      description: 'Access, equipment and final pay, with a checklist for the manager.',
    },
    ['wei', 'Accounts are ours', all(sorted('offboarding'), given('close_accounts', people))],
  )
  const onboarding = await story.use(
    'wei',
    'employee-onboarding',
    {
      name: 'Employee Onboarding',
      prefix: 'EMP',
      description: 'Accounts, laptop, papers and the first day, so that nothing is missing on Monday.',
    },
    ['maya', 'Laptop and accounts by our team', all(given('equipment', people), given('accounts', people))],
    ['wei', 'What goes into the box', told('ship', 'Laptop, charger, badge and the welcome card, with tracking.')],
  )
  const peopleTeam = [...teams].filter(([name]) => name === 'People and IT').map(([, id]) => id)
  for (const id of [offboarding, onboarding]) {
    await limitWorkflow(ctx, await cast.viewer('maya'), id, {
      visibility: 'limited',
      team_ids: peopleTeam,
      member_ids: [],
    })
  }
  return { offboarding, onboarding }
}

async function seedBooks({ story, finance }: Stage) {
  const close = await story.use(
    'theo',
    'month-end-close',
    {
      name: 'Monthly Close',
      prefix: 'CLS',
      description: 'Banks, receivables, payables, payroll and assets side by side, then one trial balance.',
    },
    ['theo', 'One strand for each area', ({ prefix }) => ({ ...monthlyClose(finance), prefix })],
    ['sofia', 'Banks first thing', due('bank_collect', '4h')],
  )
  const invoices = await story.use(
    'ana',
    'invoice-approval',
    {
      name: 'Invoice Approval',
      prefix: 'INV',
      description: 'Enter, approve by amount, pay. Two of three directors above 5,000.',
    },
    ['theo', 'Finance enters and pays', all(sorted('invoice'), given('enter', finance), given('pay', finance))],
    ['ana', 'How to clear up', told('clear_up', 'Call the supplier, then note what was agreed.')],
    ['theo', 'A day for the team lead', due('lead', '1bd')],
  )
  return { close, invoices }
}

async function seedClients({ story, compliance, people }: Stage) {
  const clients = await story.use(
    'priya',
    'client-onboarding',
    {
      name: 'Client Onboarding',
      prefix: 'ONB',
      description: 'From intake form to kickoff call, with a company check and partner sign-off for higher risk.',
    },
    ['lena', 'Compliance checks', all(sorted('onboarding'), given('risk_check', compliance))],
    ['priya', 'A day for the details', due('details', '1bd')],
    ['maya', 'The workspace is set up by us', given('workspace', people)],
  )
  await story.draft('elena', clients, all(named('kick_off', 'Hold the kickoff call'), due('follow_up', '2w')))
  await story.draft('priya', clients, told('contract_draft', 'Use the letter of this year.'))
  return clients
}

async function seedTemplates({ ctx, cast, story }: Stage) {
  const templates: string[] = []
  for (const template of OWN_TEMPLATES) {
    templates.push((await makeTemplate(ctx, await cast.viewer('helena'), template)).data.id)
  }
  // Tried out and thrown away: uses that count, and something in the trash.
  const tries = ['expense-claim', 'expense-claim', 'invoice-approval', 'client-onboarding', ...templates.slice(0, 1)]
  for (const [n, template] of tries.entries()) {
    const words = { name: `Trial ${n + 1}`, prefix: 'TRY', description: 'To see what it does.' }
    const id = await story.use('lena', template, words)
    await binWorkflow(ctx, await cast.viewer('lena'), id)
  }
}

/** Ten workflows as a firm of some years has them, with the people who wrote them, and two templates of its own. */
export async function seedWorkflows(ctx: Context, cast: Cast, teams: ReadonlyMap<string, TeamId>) {
  const story = new Story(ctx, cast)
  const team = (name: string): Assignee => ({ team: teams.get(name) ?? '' })
  const [people, finance, compliance] = ['People and IT', 'Finance Operations', 'Compliance'].map(team)
  if (!people || !finance || !compliance) throw new Error('the teams of the story are missing')
  const stage: Stage = { ctx, cast, story, teams, people, finance, compliance }

  // One after the other: lists show the last first.
  await archivePurchases(stage)
  await draftReview(stage)
  const { filing, expenses } = await seedFinance(stage)
  const { offboarding, onboarding } = await seedPeople(stage)
  const contracts = await story.use(
    'jonas',
    'contract-review',
    {
      name: 'Contract Review',
      prefix: 'CTR',
      description: 'Legal and commercial review at once, negotiation, signature and filing.',
    },
    ['rafael', 'Legal has three days', due('legal', '3bd')],
    ['yara', 'Clearer words', named('sign', 'Sign and file the contract')],
  )
  const { close, invoices } = await seedBooks(stage)
  const clients = await seedClients(stage)
  await seedTemplates(stage)
  return { clients, contracts, invoices, expenses, close, onboarding, offboarding, filing }
}

export type StoryWorkflows = Awaited<ReturnType<typeof seedWorkflows>>
